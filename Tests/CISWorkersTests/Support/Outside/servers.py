"""Servers that the tests need and that are more than one answer over TCP. The standard library of Python is enough.

    servers.py [--host H] [--tls PEM [--clients PEM]] [--login USER:PASSWORD] [--size N] KIND

KIND is what is done with a connection:
    site      answers every request with status 200 and the name of the client's certificate, if there is one;
              a request for /large with N zeros
    proxy     passes requests on, as an HTTP proxy does
    socks     passes connections on, as a SOCKS 5 proxy does
    no-tls    answers the first bytes of a TLS client with HTTP
    hang-up   closes after the first bytes of a TLS client
    reset     resets the connection when the first bytes of a request's body have come

Prints its port first, and then a line for each thing that happens. Ends when its standard input does.
"""

import argparse
import base64
import os
import socket
import socketserver
import ssl
import struct
import sys
import threading

parser = argparse.ArgumentParser()
parser.add_argument("--host", default="127.0.0.1")
parser.add_argument("--tls")
parser.add_argument("--clients")
parser.add_argument("--login")
parser.add_argument("--size", type=int, default=0)
parser.add_argument("kind")
options = parser.parse_args()


def note(text):
    print(text, flush=True)


def head_of(stream):
    """The lines of a request before its body; none when the client has gone."""
    lines = []
    while (line := stream.readline()) not in (b"", b"\r\n"):
        lines.append(line.decode("latin-1").rstrip("\r\n"))
    return lines


def field(lines, name):
    for line in lines[1:]:
        if line.lower().startswith(name + ":"):
            return line.split(":", 1)[1].strip()
    return None


def answer(connection, status, body=b"", extra=""):
    head = f"HTTP/1.1 {status} Because\r\nContent-Length: {len(body)}\r\n{extra}\r\n"
    connection.sendall(head.encode() + body)


def connect(host, port):
    return socket.create_connection((host, port))


def pump(source, target):
    try:
        while data := source.recv(65536):
            target.sendall(data)
    except OSError:
        pass
    for end in (source, target):
        try:
            end.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass


def pass_on(one, other):
    thread = threading.Thread(target=pump, args=(one, other), daemon=True)
    thread.start()
    pump(other, one)
    thread.join()


def reset(connection):
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    # Also where TLS is around it: nothing is said before the end.
    socket.socket(fileno=connection.detach()).close()


def site(connection, stream):
    while lines := head_of(stream):
        left = int(field(lines, "content-length") or 0)
        while left > 0 and (part := stream.read1(min(left, 1 << 20))):
            left -= len(part)
        note(lines[0])
        if " /large " in lines[0]:
            answer(connection, 200, bytes(options.size))
            continue
        name = b"nobody"
        if options.clients:
            subject = dict(pair[0] for pair in connection.getpeercert()["subject"])
            name = subject["commonName"].encode()
        answer(connection, 200, name)


def proxy(connection, stream):
    while lines := head_of(stream):
        note(" | ".join(lines))
        if options.login:
            login = "Basic " + base64.b64encode(options.login.encode()).decode()
            if field(lines, "proxy-authorization") != login:
                answer(connection, 407, b"who?", 'Proxy-Authenticate: Basic realm="x"\r\n')
                continue
        method, target, _ = lines[0].split(" ")
        if method == "CONNECT":
            host, port = target.rsplit(":", 1)
            with connect(host.strip("[]"), int(port)) as server:
                connection.sendall(b"HTTP/1.1 200 Established\r\nX-Proxy: yes\r\n\r\n")
                pass_on(connection, server)
            return
        authority, path = target.removeprefix("http://").split("/", 1)
        host, port = authority.rsplit(":", 1)
        with connect(host.strip("[]"), int(port)) as server:
            lines[0] = f"{method} /{path} HTTP/1.1"
            server.sendall("\r\n".join(lines + ["Connection: close", "", ""]).encode())
            while data := server.recv(65536):
                connection.sendall(data)


def socks(connection, stream):
    methods = stream.read(stream.read(2)[1])
    if options.login:
        if 2 not in methods:
            connection.sendall(b"\x05\xff")
            return
        connection.sendall(b"\x05\x02")
        stream.read(1)
        user = stream.read(stream.read(1)[0]).decode()
        password = stream.read(stream.read(1)[0]).decode()
        connection.sendall(b"\x01\x00" if f"{user}:{password}" == options.login else b"\x01\x01")
        if f"{user}:{password}" != options.login:
            return
    else:
        connection.sendall(b"\x05\x00")
    kind = stream.read(4)[3]
    host = socket.inet_ntoa(stream.read(4)) if kind == 1 else stream.read(stream.read(1)[0]).decode()
    port = struct.unpack(">H", stream.read(2))[0]
    note(f"SOCKS {'address' if kind == 1 else 'name'} {host}")
    with connect(host, port) as server:
        connection.sendall(b"\x05\x00\x00\x01" + bytes(6))
        pass_on(connection, server)


def no_tls(connection, stream):
    connection.recv(65536)
    connection.sendall(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")


def hang_up(connection, stream):
    connection.recv(1)


def reset_in_body(connection, stream):
    head_of(stream)
    stream.read(1)
    reset(connection)


kinds = {
    "site": site, "proxy": proxy, "socks": socks, "no-tls": no_tls, "hang-up": hang_up, "reset": reset_in_body,
}


class Handler(socketserver.BaseRequestHandler):
    def handle(self):
        connection = self.request
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        note("connection")
        try:
            if options.tls:
                connection = context.wrap_socket(connection, server_side=True)
            with connection.makefile("rb") as stream:
                kinds[options.kind](connection, stream)
        except (OSError, IndexError, ValueError) as error:
            note(f"failed: {type(error).__name__}")
        try:
            connection.close()
        except OSError:
            pass


class Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    address_family = socket.AF_INET6 if ":" in options.host else socket.AF_INET
    request_queue_size = 1024


if options.tls:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(options.tls)
    if options.clients:
        context.verify_mode = ssl.CERT_REQUIRED
        context.load_verify_locations(options.clients)
with Server((options.host, 0), Handler) as server:
    threading.Thread(target=server.serve_forever, daemon=True).start()
    note(server.server_address[1])
    sys.stdin.read()
    os._exit(0)
