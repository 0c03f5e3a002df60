"""A window as assistive technology uses it: finds its buttons and texts, and presses buttons.

Calls the window over the accessibility bus (AT-SPI), with GLib's D-Bus, which GTK uses, too."""
import ctypes
import ctypes.util
import functools

ROOT = "/org/a11y/atspi/accessible/root"
BUTTONS = {"push button", "button"}
TEXTS = {"label", "static text"} | BUTTONS


@functools.cache
def glib():
    library = ctypes.CDLL(ctypes.util.find_library("gio-2.0"))
    pointer, text, number = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int
    for name, result, arguments in [
        ("g_bus_get_sync", pointer, [number, pointer, pointer]),
        ("g_dbus_connection_new_for_address_sync", pointer, [text, number, pointer, pointer, pointer]),
        ("g_dbus_connection_call_sync", pointer,
         [pointer, text, text, text, text, pointer, pointer, number, number, pointer, pointer]),
        ("g_dbus_connection_signal_subscribe", number, [pointer, text, text, text, text, text, number, pointer, pointer, pointer]),
        ("g_variant_parse", pointer, [pointer, text, pointer, pointer, pointer]),
        ("g_variant_get_child_value", pointer, [pointer, ctypes.c_size_t]),
        ("g_variant_n_children", ctypes.c_size_t, [pointer]),
        ("g_variant_get_variant", pointer, [pointer]),
        ("g_variant_get_string", text, [pointer, pointer]),
        ("g_variant_get_boolean", number, [pointer]),
        ("g_variant_get_int32", ctypes.c_int32, [pointer]),
        ("g_main_context_iteration", number, [pointer, number]),
    ]:
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    return library


class Bus:
    """The accessibility bus, on which programs expose what they show."""

    def __init__(self):
        session = glib().g_bus_get_sync(2, None, None)
        self.connection = session
        address = self.text(self.call("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress"), 0)
        client = 1 | 8  # it authenticates itself, and the other end is a bus
        self.connection = glib().g_dbus_connection_new_for_address_sync(address.encode(), client, None, None, None)

    def call(self, destination, path, interface, method, arguments="()"):
        """Returns the answer, a tuple, or none if the part no longer exists."""
        return glib().g_dbus_connection_call_sync(
            self.connection, destination.encode(), path.encode(), interface.encode(), method.encode(),
            glib().g_variant_parse(None, arguments.encode(), None, None, None), None, 0, -1, None, None)

    @staticmethod
    def parts(value):
        return [glib().g_variant_get_child_value(value, index) for index in range(glib().g_variant_n_children(value))]

    def text(self, value, index):
        return glib().g_variant_get_string(self.parts(value)[index], None).decode()

    def program(self, name):
        """Waits until a program is on the bus, and returns its node."""
        # The callback is stored, so that it is not released while the bus calls it. A call ends one round of the loop below.
        self.callback = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * 7)(lambda *_: None)
        glib().g_dbus_connection_signal_subscribe(
            self.connection, b"org.a11y.atspi.Registry", b"org.a11y.atspi.Event.Object", b"ChildrenChanged", None, None, 0,
            self.callback, None, None)
        while True:
            for node in Node(self, "org.a11y.atspi.Registry", ROOT).children:
                if node.name == name:
                    return node
            glib().g_main_context_iteration(None, True)


class Node:
    """A part of a program, such as a window or a button."""

    def __init__(self, bus, owner, path):
        self.bus, self.owner, self.path = bus, owner, path

    def ask(self, method):
        return self.bus.call(self.owner, self.path, "org.a11y.atspi.Accessible", method)

    @property
    def name(self):
        answer = self.bus.call(
            self.owner, self.path, "org.freedesktop.DBus.Properties", "Get", "('org.a11y.atspi.Accessible', 'Name')")
        return glib().g_variant_get_string(
            glib().g_variant_get_variant(self.bus.parts(answer)[0]), None).decode() if answer else ""

    @property
    def role(self):
        answer = self.ask("GetRoleName")
        return self.bus.text(answer, 0) if answer else ""

    @property
    def children(self):
        """The children that are not hidden."""
        answer = self.ask("GetChildren")
        for child in self.bus.parts(self.bus.parts(answer)[0]) if answer else []:
            yield Node(self.bus, self.bus.text(child, 0), self.bus.text(child, 1))

    def parts(self):
        """All parts, at any depth."""
        for child in self.children:
            yield child
            yield from child.parts()

    def extents(self):
        """Its left and upper edge in the window, its width and its height."""
        answer = self.bus.call(self.owner, self.path, "org.a11y.atspi.Component", "GetExtents", "(uint32 1,)")
        return [glib().g_variant_get_int32(part) for part in self.bus.parts(self.bus.parts(answer)[0])]

    def press(self):
        answer = self.bus.call(self.owner, self.path, "org.a11y.atspi.Action", "DoAction", "(0,)")
        assert answer and glib().g_variant_get_boolean(self.bus.parts(answer)[0]), f"{self.name} cannot be pressed"
