"""A station on an Ethernet interface, for tests: raw frames in and out as lines of hexadecimal digits.

Every line on standard input is a frame (without FCS) to send; every frame that arrives is printed as such a line, its
VLAN tag put back in place. "ready" is printed when the interface is open. A line "sync" is answered by "synced" when
every frame before it has been sent, and every frame that has arrived by then has been printed. Frames that the host itself
sends are left out.
"""
import select
import socket
import struct
import sys

ETH_P_ALL = 3
SOL_PACKET = 263
PACKET_AUXDATA = 8
PACKET_OUTGOING = 4
TP_STATUS_VLAN_VALID = 1 << 4
# Frames that are printed at a time, at most: what is to be sent waits no longer than for them.
BURST = 64

line = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(ETH_P_ALL))
line.setsockopt(SOL_PACKET, PACKET_AUXDATA, 1)
line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 23)
line.bind((sys.argv[1], ETH_P_ALL))
print("ready", flush=True)


def receive():
    """Prints the frames that have arrived, at most a burst of them, as one piece: each write costs as much as all else of a frame."""
    lines = []
    try:
        while len(lines) < BURST:
            frame, ancillary, _, address = line.recvmsg(1 << 16, socket.CMSG_SPACE(20), socket.MSG_DONTWAIT)
            if address[2] != PACKET_OUTGOING:
                lines.append(with_tag(frame, ancillary).hex() + "\n")
    except OSError:
        # There are no more, or the interface went down: the next frame comes when it is up again.
        pass
    if lines:
        sys.stdout.write("".join(lines))
        sys.stdout.flush()
    return len(lines) == BURST


def with_tag(frame, ancillary):
    for level, kind, data in ancillary:
        if level == SOL_PACKET and kind == PACKET_AUXDATA and len(data) >= 20:
            status, _, _, _, _, control, protocol = struct.unpack("IIIHHHH", data[:20])
            if status & TP_STATUS_VLAN_VALID:
                return frame[:12] + struct.pack("!HH", protocol or 0x8100, control) + frame[12:]
    return frame


pending = b""
while True:
    readable, _, _ = select.select([line, 0], [], [])
    if line in readable:
        receive()
    if 0 in readable:
        piece = sys.stdin.buffer.raw.read(1 << 16)
        if not piece:
            break
        pending += piece
        *frames, pending = pending.split(b"\n")
        for frame in frames:
            if frame == b"sync":
                while receive():
                    pass
                print("synced", flush=True)
                continue
            try:
                line.send(bytes.fromhex(frame.decode()))
            except OSError:
                # Without a carrier a frame is lost, as on any line.
                pass
