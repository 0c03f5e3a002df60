import Foundation
import SceneWeb

extension StaticFiles {
    /// The files of the page, which are a part of the program.
    static var page: StaticFiles {
        var files = StaticFiles()
        let all: [(String, [UInt8])] = [
            ("index.html", PackageResources.index_html), ("page.css", PackageResources.page_css),
            ("screens.css", PackageResources.screens_css), ("ball.svg", PackageResources.ball_svg),
            ("page.js", PackageResources.page_js), ("alarm.js", PackageResources.alarm_js),
            ("address.js", PackageResources.address_js),
            ("confirm-players.js", PackageResources.confirm_players_js), ("dialog.js", PackageResources.dialog_js),
            ("dom.js", PackageResources.dom_js), ("drag.js", PackageResources.drag_js),
            ("fields.js", PackageResources.fields_js), ("frame.js", PackageResources.frame_js),
            ("gather.js", PackageResources.gather_js), ("login.js", PackageResources.login_js),
            ("player-add.js", PackageResources.player_add_js),
            ("player-detail.js", PackageResources.player_detail_js),
            ("player-edit.js", PackageResources.player_edit_js),
            ("player-list.js", PackageResources.player_list_js), ("scenes.js", PackageResources.scenes_js),
            ("stage.js", PackageResources.stage_js), ("status.js", PackageResources.status_js),
            ("time-picker.js", PackageResources.time_picker_js), ("visit.js", PackageResources.visit_js),
            ("wording.js", PackageResources.wording_js),
        ]
        for (name, bytes) in all { files.add(Data(bytes), at: "/" + name) }
        return files
    }
}
