import CTexts

/// The client of scenes in JavaScript: source text, for servers that deliver it and generators that write it.
public enum BridgeClients {
    /// The client for pages and for Node: one ES module without dependencies.
    public static var javaScript: String { String(cString: ctexts_client()) }
}
