import Accessibility
import CIS
import Foundation
import TouristSpotsScenes
import UIKit

/// The list in UIKit. It owns the scene.
final class TouristSpotsViewController: UIViewController {
    private let scene: SceneRuntime<TouristSpots>
    private let table = UITableView()
    private let indicator = UIActivityIndicatorView(style: .large)
    private let failure = UILabel()
    private let retry = TouristSpotsViewController.button(Wording.retry, .systemRed)
    private lazy var source = UITableViewDiffableDataSource<Int, Int>(tableView: table) { [scene] table, path, id in
        let cell = table.dequeueReusableCell(withIdentifier: "row", for: path)
        let row = scene.state.rows[id]  // TS-06
        cell.textLabel?.text = [row.course, "\(row.spot)  \(row.sky)", row.details, row.forecast].joined(
            separator: "\n")
        cell.textLabel?.numberOfLines = 0
        return cell
    }

    init(worker: TouristSpots.Worker) {
        scene = TouristSpots.assemble(worker: worker)
        super.init(nibName: nil, bundle: nil)
        modalPresentationStyle = .fullScreen  // TS-01
    }

    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
        super.viewDidLoad()
        let close = Self.button(Wording.close, .systemGray)
        let open = Self.button(Wording.emptyPage, .systemOrange)
        let parts = UIStackView(arrangedSubviews: [close, open, failure, retry, table])
        parts.axis = .vertical
        view.backgroundColor = .systemBackground
        view.addSubview(parts)
        view.addSubview(indicator)
        fill(with: parts)
        failure.numberOfLines = 0
        table.register(UITableViewCell.self, forCellReuseIdentifier: "row")
        let control = UIRefreshControl()
        table.refreshControl = control
        close.execute(.closeTapped, on: scene)
        open.execute(.emptyPageTapped, on: scene)
        retry.execute(.retryTapped, on: scene)
        control.execute(.refreshPulled, on: scene, for: .valueChanged)
        observe()
        // TS-02: the action is sent once. The scene itself knows when the page has closed, so this is not in viewWillAppear.
        scene.execute(.appeared)
    }

    private func observe() {
        scene.observe(\.rows, on: self) { screen, rows in
            var snapshot = NSDiffableDataSourceSnapshot<Int, Int>()
            snapshot.appendSections([0])
            snapshot.appendItems(rows.map(\.id))
            snapshot.reconfigureItems(rows.map(\.id))
            screen.source.apply(snapshot, animatingDifferences: false)
        }
        scene.observe(\.progress, on: self) { screen, progress in
            if progress == .centred { screen.indicator.startAnimating() } else { screen.indicator.stopAnimating() }
            if progress != .pulled { screen.table.refreshControl?.endRefreshing() }
        }
        scene.observe(\.failure, on: self) { screen, text in
            screen.failure.text = text
            screen.failure.isHidden = text == nil
            screen.retry.isHidden = text == nil
            if let text { AccessibilityNotification.Announcement(text).post() }
        }
        scene.observe(\.emptyPage.isPresented, on: self) { screen, isPresented in
            if isPresented, let page = screen.scene.child(of: \.emptyPage, as: EmptyPage.self) {
                screen.present(EmptyPageViewController(page), animated: true)
            } else if screen.presentedViewController != nil {
                screen.dismiss(animated: true)
            }
        }
        scene.outputs?.connect(to: self) { screen, _ in  // TS-07
            screen.presentingViewController?.dismiss(animated: true)
        }
    }

    private func fill(with part: UIView) {
        part.translatesAutoresizingMaskIntoConstraints = false
        indicator.translatesAutoresizingMaskIntoConstraints = false
        let safe = view.safeAreaLayoutGuide
        NSLayoutConstraint.activate([
            part.topAnchor.constraint(equalTo: safe.topAnchor),
            part.bottomAnchor.constraint(equalTo: safe.bottomAnchor),
            part.leadingAnchor.constraint(equalTo: safe.leadingAnchor),
            part.trailingAnchor.constraint(equalTo: safe.trailingAnchor),
            indicator.centerXAnchor.constraint(equalTo: view.centerXAnchor),
            indicator.centerYAnchor.constraint(equalTo: view.centerYAnchor),
        ])
    }

    fileprivate static func button(_ title: String, _ colour: UIColor) -> UIButton {
        let button = UIButton()
        button.setTitle(title, for: .normal)
        button.setTitleColor(.black, for: .normal)  // white has less contrast than 3.4:1
        button.backgroundColor = colour
        button.heightAnchor.constraint(equalToConstant: 40).isActive = true
        return button
    }
}

/// The page that covers the list.
final class EmptyPageViewController: UIViewController {
    private let page: SceneRuntime<EmptyPage>

    init(_ page: SceneRuntime<EmptyPage>) {
        self.page = page
        super.init(nibName: nil, bundle: nil)
        modalPresentationStyle = .fullScreen
    }

    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
        super.viewDidLoad()
        let close = TouristSpotsViewController.button(Wording.close, .systemGray)
        close.execute(.closeTapped, on: page)
        close.translatesAutoresizingMaskIntoConstraints = false
        view.backgroundColor = .systemBackground
        view.addSubview(close)
        let safe = view.safeAreaLayoutGuide
        NSLayoutConstraint.activate([
            close.topAnchor.constraint(equalTo: safe.topAnchor),
            close.leadingAnchor.constraint(equalTo: safe.leadingAnchor),
            close.trailingAnchor.constraint(equalTo: safe.trailingAnchor),
        ])
    }
}
