import Testing

/// A certificate for a ``TLSServer``, and its key. They were created for these tests, are public, and are valid until
/// 2120.
struct TestCertificate: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let pem: String
    let key: String

    /// A certificate for `localhost` and `127.0.0.1` that an unknown authority has signed.
    static let ofUnknownAuthority = TestCertificate(
        testDescription: "a certificate of an unknown authority",
        pem: """
            -----BEGIN CERTIFICATE-----
            MIIBnzCCAUWgAwIBAgIUd8RdYcO/N5JHlLyHr2bvVasvheswCgYIKoZIzj0EAwIw
            HjEcMBoGA1UEAwwTQXV0aG9yaXR5IG9mIGEgdGVzdDAgFw0yMDAxMDEwMDAwMDBa
            GA8yMTIwMDEwMTAwMDAwMFowFDESMBAGA1UEAwwJbG9jYWxob3N0MFkwEwYHKoZI
            zj0CAQYIKoZIzj0DAQcDQgAEP5s/hjKUCbV1l/62J8IjhjkAld3TgY3puaJ3Udxc
            HIw3APiDlbqH1bVF3/mSIIO/ixvlgv1di3ZPHybnmgbLXKNpMGcwGgYDVR0RBBMw
            EYIJbG9jYWxob3N0hwR/AAABMAkGA1UdEwQCMAAwHQYDVR0OBBYEFJbFCjWigNMY
            LIZBZmrCkC6fIoBDMB8GA1UdIwQYMBaAFCHTadpwBl/Tm9qMlRB5dkIq4lxYMAoG
            CCqGSM49BAMCA0gAMEUCIQDs7ZJsKOZmlKfME+coL9hDyYwxhk9of0hW6GLLp5VR
            awIgK/jTW821R4l53Pp/nqIvmhpxi9i57iLOhqqOhb/Ygv8=
            -----END CERTIFICATE-----
            """,
        key: """
            -----BEGIN EC PRIVATE KEY-----
            MHcCAQEEIDGGETtP/T+ZKD/Z+Jj3XSxeahkIqA6+jouqkOOLOS8GoAoGCCqGSM49
            AwEHoUQDQgAEP5s/hjKUCbV1l/62J8IjhjkAld3TgY3puaJ3UdxcHIw3APiDlbqH
            1bVF3/mSIIO/ixvlgv1di3ZPHybnmgbLXA==
            -----END EC PRIVATE KEY-----
            """)

    /// For `localhost` and `127.0.0.1`, self-signed.
    static let selfSigned = TestCertificate(
        testDescription: "a certificate that is signed with its own key",
        pem: """
            -----BEGIN CERTIFICATE-----
            MIIBaTCCAQ+gAwIBAgIUDuW3hsHJPfbvoeDDsvZmFUuJPqAwCgYIKoZIzj0EAwIw
            FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTIwMDEwMTAwMDAwMFoYDzIxMjAwMTAx
            MDAwMDAwWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
            PQMBBwNCAATw4rZ+SxUZkHf1VT3sUQt/jTkLYQQyG+GnYR5ALBNL+hpxmFYJI/Xw
            NypB33ElL2o7J5Y5POHLoHT1fGX+gG/Voz0wOzAaBgNVHREEEzARgglsb2NhbGhv
            c3SHBH8AAAEwHQYDVR0OBBYEFLoHyzh/Dm1CA69MeowsUzxzG/+GMAoGCCqGSM49
            BAMCA0gAMEUCIQC1gifIGSGm53RokskUJxuic/OTUWUnjkIvkBFJZsnU1QIgCSvX
            AjagTpkGMxdsCqbAuoUO4FrjeGBN2TXPdgz2o7Y=
            -----END CERTIFICATE-----
            """,
        key: """
            -----BEGIN EC PRIVATE KEY-----
            MHcCAQEEIEdCKpc99s3QAgypa3CnMUq62pelNxqGHFoIThVM45sBoAoGCCqGSM49
            AwEHoUQDQgAE8OK2fksVGZB39VU97FELf405C2EEMhvhp2EeQCwTS/oacZhWCSP1
            8DcqQd9xJS9qOyeWOTzhy6B09Xxl/oBv1Q==
            -----END EC PRIVATE KEY-----
            """)
}
