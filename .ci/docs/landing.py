"""Writes the first pages of the website, in English and Korean: landing.py SITE. The scene on them is the README's. Adds a line that
leads to them, and to each library, to all other pages.

REPOSITORY_URL is the address of the repository, such as https://example.org/swift-cis. Without it, nothing leads to the examples, and
the pages do not say what to clone.
"""

import hashlib
import html
import os
import re
import sys
from pathlib import Path

from markdown import ROOT, blocks

CIS, TESTING = "documentation/cis/", "documentation/cistesting/"

ENGLISH = {
    "language": "en", "page": "index.html", "readme": "README.md",
    "other": "ko.html", "other_language": "ko", "other_name": "한국어", "reference": "All articles and the reference",
    "title": "Controller–Interactor–Store (CIS) for Swift: a pattern derived from Clean Swift, as a library.",
    "paragraphs": [
        'Spoqa <a href="https://spoqa.github.io/2024/03/06/clean-swift.html">published</a> the pattern as a template, '
        '<a href="https://github.com/spoqa/CleanSwift-CIS">Clean Swift CIS</a> (2024), with four goals: '
        "a single responsibility for each part, testability, independence of frameworks, and a state that can be managed.",
        "A screen, a command or the front end of a service is a <em>scene</em> of four parts with one job each: the controller decides "
        "what an action means, the interactor runs the business rules, the store owns the state, workers touch the outside world.",
        "The layers are those of Clean Architecture. The interactor and its use cases are the domain; actions, controller and store are "
        "interface adapters; views and the implementations of workers are infrastructure. The domain knows only a protocol of the store, "
        "and neither it nor the adapters know the infrastructure. So SwiftUI, UIKit, a terminal, a page or a window can draw the same "
        "scene, and tests run it without any of them, also in the orders in which its actions can overlap.",
        f'Why not a template? It needs no dependency, but its defects are copied into every scene; a library corrects them once. '
        f'<a href="{CIS}migratingfromcleanswift/">More about both</a>',
    ],
    "picture": "A view sends an action to the controller, which sends use cases to the interactor; both send mutations to the store, "
    "whose state the view draws.",
    "doors": [
        ("A first scene", "Ten minutes, from a manifest to a passing test.", [
            ("Step by step", "tutorials/firststeps/"), ("Generated, in three commands", CIS + "firstsceneinthreecommands/"),
            ("Explained", CIS + "firstscene/")]),
        ("Testing", "Scenarios without waiting, in orders that are proven or sampled.", [
            ("Testing a scene", TESTING + "testingascene/"), ("A test that finds a race", "tutorials/cis/findingarace/"),
            ("Guarantees", CIS + "guarantees/")]),
        ("In an app", "Views, workers, other languages, and what to look at when nothing happens.", [
            ("SwiftUI, UIKit or a terminal", CIS + "embeddingascene/"), ("Workers", "documentation/cisworkers/"),
            ("A page, C, Python", "documentation/cisbridge/"), ("Recordings", "documentation/cisinspector/"),
            ("When something is wrong", CIS + "whensomethingiswrong/")]),
        ("Coming from elsewhere", "What is called how, and what is different.", [
            ("Clean Swift", CIS + "migratingfromcleanswift/"), ("VIPER", CIS + "comingfromviper/"),
            ("ReactorKit", CIS + "comingfromreactorkit/"), ("The Composable Architecture", CIS + "comingfromtca/"),
            ("Redux", CIS + "comingfromredux/"), ("MVVM", CIS + "comingfrommvvm/")]),
        ("Examples", "Programs with tests, in the folder Examples: from 150 lines to an app with a server.", None),
    ],
    "examples": {
        "Counter": "a scene in one file", "Receipt": "a terminal", "TouristSpots": "seven front ends", "Movies": "a terminal and a window",
        "FootballGather": "seven screens, a server"},
    "scene_title": "A scene in one screen",
    "status": "No package dependencies, no macros of its own, no Foundation in the core. Swift 6.3; Linux, macOS 15, iOS 18, tvOS 18, "
    "watchOS 11, visionOS 2. Built and tested on Linux; the code for Apple systems is compiled there against stubs, and not run. "
    "Nothing has been released yet.",
}

KOREAN = {
    "original": "00deaff71a67",
    "language": "ko", "page": "ko.html", "readme": "README.ko.md",
    "other": "index.html", "other_language": "en", "other_name": "English", "reference": "모든 글과 레퍼런스",
    "title": "Swift를 위한 Controller–Interactor–Store. Clean Swift에서 출발한 단방향 CIS 패턴을 라이브러리로 만든 것입니다.",
    "paragraphs": [
        '스포카가 템플릿 <a href="https://github.com/spoqa/CleanSwift-CIS">Clean Swift CIS</a>로 '
        '<a href="https://spoqa.github.io/2024/03/06/clean-swift.html">공개한</a>(2024) 이 패턴의 목표는 네 가지입니다. 단일 책임, 테스트 용이성, '
        "프레임워크 독립, 관리할 수 있는 상태.",
        "화면이나 명령, 서비스의 프론트엔드 하나가 <em>씬(scene)</em> 하나이고, 씬은 책임이 하나씩인 네 가지 구성 요소로 이루어집니다. 컨트롤러는 "
        "액션이 무엇을 뜻하는지 정하고, 인터랙터는 비즈니스 규칙을 실행하고, 스토어는 상태를 소유하며, 워커는 네트워크나 로깅처럼 바깥과 이어지는 일을 맡습니다.",
        "계층은 클린 아키텍처를 따릅니다. 인터랙터와 유스케이스는 도메인, 액션과 컨트롤러와 스토어는 인터페이스 어댑터, 뷰와 워커의 구현은 "
        "인프라입니다. 도메인은 스토어의 프로토콜만 알고, 도메인도 어댑터도 인프라를 모릅니다. 그래서 같은 씬을 SwiftUI, UIKit, 터미널, 웹 페이지, "
        "데스크톱 창이 그릴 수 있고, 테스트는 이 가운데 어느 것도 없이 씬을 실행하며, 액션이 겹칠 수 있는 여러 순서로도 실행합니다.",
        f'왜 템플릿이 아닐까요? 템플릿은 의존성이 없지만 결함까지 씬마다 복사됩니다. 라이브러리에서는 한 번만 고치면 됩니다. '
        f'<a href="{CIS}migratingfromcleanswift.ko/">둘의 비교</a>',
    ],
    "picture": "뷰는 컨트롤러에 액션을 보내고, 컨트롤러는 인터랙터에 유스케이스를 보낸다. 컨트롤러와 인터랙터는 스토어에 변경을 보내고, 뷰는 스토어의 상태를 그린다.",
    "doors": [
        ("첫 씬", "매니페스트를 쓰고 테스트가 통과하기까지 10분.", [
            ("첫 씬 만들기", CIS + "firstscene.ko/"), ("한 단계씩 (영어)", "tutorials/firststeps/"),
            ("세 가지 명령으로 (영어)", CIS + "firstsceneinthreecommands/")]),
        ("테스트", "기다림 없이 실행되는 시나리오, 증명하거나 표본으로 확인하는 순서.", [
            ("씬 테스트하기", TESTING + "testingascene.ko/"), ("경쟁 상태를 찾는 테스트 (영어)", "tutorials/cis/findingarace/"),
            ("보장하는 것 (영어)", CIS + "guarantees/")]),
        ("앱에서", "뷰, 워커, 다른 언어, 그리고 아무 일도 일어나지 않을 때 볼 것.", [
            ("SwiftUI, UIKit, 터미널 (영어)", CIS + "embeddingascene/"), ("워커 (영어)", "documentation/cisworkers/"),
            ("웹 페이지, C, Python (영어)", "documentation/cisbridge/"), ("기록 (영어)", "documentation/cisinspector/"),
            ("문제가 생기면 (영어)", CIS + "whensomethingiswrong/")]),
        ("다른 아키텍처에서 옮겨 오기", "무엇을 무엇이라고 부르고, 무엇이 다른가.", [
            ("Clean Swift", CIS + "migratingfromcleanswift.ko/"), ("VIPER (영어)", CIS + "comingfromviper/"),
            ("ReactorKit (영어)", CIS + "comingfromreactorkit/"), ("TCA (영어)", CIS + "comingfromtca/"),
            ("Redux (영어)", CIS + "comingfromredux/"), ("MVVM (영어)", CIS + "comingfrommvvm/")]),
        ("예제", "테스트가 있는 프로그램들이 Examples 폴더에 있습니다. 150줄짜리부터 서버가 있는 앱까지.", None),
    ],
    "examples": {
        "Counter": "파일 하나에 담은 씬", "Receipt": "터미널", "TouristSpots": "프론트엔드 일곱 가지", "Movies": "터미널과 창",
        "FootballGather": "화면 일곱 개와 서버"},
    "scene_title": "한 화면에 담은 씬",
    "status": "외부 패키지도, 자체 매크로도 쓰지 않고, 코어는 Foundation도 쓰지 않습니다. Swift 6.3, Linux, macOS 15, iOS 18, tvOS 18, watchOS 11, "
    "visionOS 2. Linux에서 빌드하고 테스트합니다. Apple 시스템을 위한 코드는 Linux에서 스텁과 함께 컴파일할 뿐이고 실행하지는 않습니다. 아직 "
    "릴리스가 없습니다.",
}

# The texts above are a translation of those that had this digest.
digest = hashlib.sha256(repr(ENGLISH).encode()).hexdigest()[:12]
if KOREAN["original"] != digest:
    sys.exit(f'landing.py: error: ENGLISH has changed. Translate the change, then write "{digest}"')


def colored(code):
    """Keywords and comments, in a form that needs no script."""
    words = "async|await|case|class|else|enum|final|func|guard|if|import|inout|let|nonisolated|protocol|return|static|struct|switch|typealias|var"
    rule = re.compile(rf"(//.*)|(&quot;.*?&quot;)|\b({words})\b")
    return rule.sub(lambda m: f"<i>{m[1]}</i>" if m[1] else m[2] or f"<b>{m[3]}</b>", html.escape(code))


def door(title, text, links, examples):
    if links is None:
        links = [(name, REPOSITORY and f"{REPOSITORY}/tree/main/Examples/{name}") for name in examples]
    shown = [
        (f'<a href="{target}">{name}</a>' if target else name) + (f" <small>{examples[name]}</small>" if name in examples else "")
        for name, target in links]
    return f"<div><h3>{title}</h3><p>{text}</p>{'<br>'.join(shown)}</div>"


REPOSITORY = os.environ.get("REPOSITORY_URL")
template = Path(__file__).with_name("landing.html").read_text(encoding="utf-8")
for texts in (ENGLISH, KOREAN):
    scene = next(block for block in blocks(ROOT / texts["readme"]) if block.language == "swift")
    values = {
        **texts,
        "paragraphs": "\n".join(f"<p>{text}</p>" for text in texts["paragraphs"]),
        "clone": f"<p><code>git clone {REPOSITORY}</code></p>" if REPOSITORY else "",
        "doors": "\n".join(door(*parts, texts["examples"]) for parts in texts["doors"]),
        "scene": colored(scene.text),
    }
    page = re.sub(r"\{(\w+)\}", lambda m: values[m[1]], template)
    (Path(sys.argv[1]) / texts["page"]).write_text(page, encoding="utf-8")

# CIS is compiled before the other libraries, so its articles link to files of theirs: here, to the pages made from them.
# JSON has a backslash before the slashes of a value, and none before those of a key.
LINK = re.compile(r"(?:\.\.\\?/){2}(\w+)\\?/\1\.docc\\?/([\w.]+)\.md")
for file in (Path(sys.argv[1]) / "data/documentation").rglob("*.json"):
    text = file.read_text(encoding="utf-8")
    if LINK.search(text):
        file.write_text(LINK.sub(lambda m: rf"\/documentation\/{m[1]}\/{m[2]}".lower(), text), encoding="utf-8")

# Every other page gets a line that leads back, and to the libraries. The renderer shows a template of this name above the page.
HEADER = """<template id="custom-header"><style>
nav { padding: .4rem 1.2rem; font: 15px "Noto Sans KR", system-ui, sans-serif; background: var(--color-fill, Canvas); }
a { color: var(--color-text, CanvasText); margin-right: 1rem; }
</style><nav><a href="{base}">swift-cis</a> <a href="{base}ko.html" lang="ko">한국어</a>
<a href="{base}documentation/cis/">Scenes</a> <a href="{base}documentation/cistesting/">Testing</a>
<a href="{base}documentation/cisworkers/">Workers</a> <a href="{base}documentation/cisbridge/">Bridge</a>
<a href="{base}documentation/cisinspector/">Recordings</a></nav></template>"""
for folder in ("documentation", "tutorials"):
    for file in (Path(sys.argv[1]) / folder).rglob("index.html"):
        text = file.read_text(encoding="utf-8")
        base = re.search(r'baseUrl = "([^"]*)"', text)[1]
        file.write_text(re.sub(r"<body[^>]*>", lambda m: m[0] + HEADER.replace("{base}", base), text, count=1), encoding="utf-8")
