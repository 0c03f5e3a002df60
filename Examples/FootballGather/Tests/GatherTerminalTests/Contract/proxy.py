"""A proxy that can lose the answer of a server: the server has done what a request asks for, and the client does not learn it."""
import select
import socket
import threading


class LossyProxy:
    """Forwards connections to a server on this machine."""

    def __init__(self, port):
        self.server = ("127.0.0.1", port)
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.address = "http://127.0.0.1:%d" % self.listener.getsockname()[1]
        self.answered = None
        threading.Thread(target=self.accept, daemon=True).start()

    def lose_next_answer(self, answered):
        """Calls a function when the server has answered, and then ends the connection of the client."""
        self.answered = answered

    def close(self):
        """Takes no further connections."""
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()

    def accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.forward, args=(client,), daemon=True).start()

    def forward(self, client):
        try:
            with client, socket.create_connection(self.server) as server:
                while True:
                    for side in select.select([client, server], [], [])[0]:
                        data = side.recv(65536)
                        if not data:
                            return
                        if side is server and self.answered:
                            answered, self.answered = self.answered, None
                            answered()
                            return
                        (client if side is server else server).sendall(data)
        except OSError:
            # One of the sides has broken its connection. Now the other one is closed, too.
            return
