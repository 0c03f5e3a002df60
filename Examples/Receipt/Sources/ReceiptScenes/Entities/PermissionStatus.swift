/// The user's answer. The app needs all photos, so `limited`, access to some, counts as no access (UR-24).
package enum PermissionStatus: String, Sendable, CaseIterable { case granted, limited, denied }
