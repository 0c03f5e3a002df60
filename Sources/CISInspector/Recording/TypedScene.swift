internal import CIS

/// A scene whose definition is known.
protocol TypedScene: InspectableScene {
    static var types: SceneTypes { get }
    func attach(_ observer: any SceneObserver, on owner: AnyObject) -> ObservationToken
}

extension SceneRuntime: TypedScene {
    static var types: SceneTypes { SceneTypes(of: Definition.self) }
}
