/// TS-01, D15: the texts of the app for people. Those of errors come from the worker.
public enum Wording {
    /// The title above the list.
    public static let title = "관광지 예보"
    /// The button that dismisses the screen, and the button that closes the page.
    public static let close = "닫기"
    /// The button that opens the page.
    public static let emptyPage = "빈 페이지 열기"
    /// The button beside the sentence about a failure.
    public static let retry = "다시 시도"
    /// The button that refreshes, in front ends whose list cannot be pulled.
    public static let refresh = "새로 고침"
    /// The text for progress.
    public static let progress = "불러오는 중…"
    /// The keys without a button, beside the title in a terminal.
    public static let keys = "[j] [k] 위아래  [q] 나가기"

    /// The sky as a symbol and a word. Empty for a code that the service does not document.
    static func sky(_ code: Int) -> String { skies[code] ?? "" }
    static func details(time: String, theme: String) -> String { "확인 시간: \(time), 테마: \(theme)" }
    static func forecast(sky: Int, humidity: Int, rain: Int) -> String {
        "하늘 상태: \(sky) 습도: \(humidity), 강수확률: \(rain)"  // no comma after the sky
    }

    private static let skies = [
        1: "☀ 맑음", 2: "◔ 구름조금", 3: "◕ 구름많음", 4: "☁ 흐림", 5: "☔ 비", 6: "☔ 비와 눈", 7: "❄ 눈과 비", 8: "❄ 눈",
    ]
}
