#!/usr/bin/env python3
"""Names a switch by its remote calls, and lists its ports. Python 3.8 or later, standard library only.

    SWITCH=https://192.168.10.200 TOKEN=fpt_... CA=switch.pem ./switch.py attic
"""

import json
import os
import ssl
import sys
import urllib.request


class Refused(Exception):
    """The switch refused a call, and says why."""


class Switch:
    """A switch, called with an API token."""

    def __init__(self, origin, token, authority=None):
        self.address = origin.rstrip("/") + "/iss/specific/rpc.js"
        self.token = token
        self.context = ssl.create_default_context(cafile=authority)

    def call(self, method, **params):
        """The result of a remote call; raises Refused, or urllib.error.URLError."""
        request = urllib.request.Request(
            self.address,
            data=json.dumps({"method": method, "id": 0, "params": params}).encode(),
            headers={"Authorization": "Bearer " + self.token, "Content-Type": "application/json"},
        )
        secure = {"context": self.context} if self.address.startswith("https:") else {}
        with urllib.request.urlopen(request, timeout=30, **secure) as response:
            answer = json.load(response)
        if answer["error"]["code"] != 0:
            raise Refused(answer["error"]["message"])
        return answer["result"]

    def read(self, template, **index):
        return self.call("CommonGet", Template=template, **index)

    def set(self, template, **columns):
        return self.call("CommonSet", Template=template, **columns)


def main():
    switch = Switch(os.environ["SWITCH"], os.environ["TOKEN"], os.environ.get("CA"))
    for words in switch.set("system", sysName=sys.argv[1], DryRun=1)["words"]:
        print(words)
    switch.set("system", sysName=sys.argv[1])
    switch.set("sysConfig", configOper=3)
    for port in switch.read("ifEntry"):
        print("port {ifIndex}: {state}".format(state="up" if port["ifOperStatus"] == 1 else "down", **port))


if __name__ == "__main__":
    try:
        main()
    except Refused as reason:
        sys.exit("refused: {}".format(reason))
