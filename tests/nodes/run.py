#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Run an MPI program on several nodes that are namespaces of this machine.

    tests/nodes/run.py --nodes 2 --ranks-per-node 2 -- PROGRAM [ARGUMENT...]

Every node has a network of its own, with one cable to a common switch, its own host name and its
own shared memory: ranks of one node share memory, ranks of different ones have only TCP between
them, and MPI finds that out by itself. Everything lives in namespaces below this program and ends
with it, however it ends; nothing of the machine's own network is touched.

Exit status: the program's; 77, and the reason on standard output, where this is not allowed.
"""

import argparse
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NoReturn

SKIPPED = 77
HERE = Path(__file__).resolve()
TOOLS = ("hostname", "ip", "mount", "mpirun", "nsenter", "setpriv", "sleep", "tc", "unshare")
OF_A_NODE = ("--net", "--uts", "--ipc", "--mount")
# Debian keeps some of the tools where only root looks.
os.environ["PATH"] += ":/usr/sbin:/sbin"


class NotAllowedError(Exception):
    """Nodes cannot be made here; says why."""


def call(*command: str) -> None:
    """Run a tool of the system; NotAllowedError if it fails, for it is the machine that refuses."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        raise NotAllowedError(f"{' '.join(command)}: {done.stdout.strip()}")


def skip(reason: object) -> NoReturn:
    """End without a verdict."""
    print(f"skipped: no nodes can be made here: {reason}", flush=True)
    sys.exit(SKIPPED)


class Node:
    """A node: a sleeping process whose namespaces others enter, and its cable to the switch."""

    def __init__(self, number: int) -> None:
        """Make the node. Its address follows from its number."""
        self.name = f"node{number}"
        self.address = f"10.77.0.{number + 1}"
        self.holder = subprocess.Popen(
            ["unshare", *OF_A_NODE, "sh", "-c", "echo made && exec sleep infinity"],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        answer = self.holder.stdout.readline().strip()
        if answer != "made":
            raise NotAllowedError(answer)

    def enter(self, *command: str) -> list[str]:
        """Return the command line that runs a command on the node."""
        return ["nsenter", "--target", str(self.holder.pid), *OF_A_NODE, "--wd", "--", *command]

    def set_up(self, options: argparse.Namespace) -> None:
        """Give it a name, shared memory and a network."""
        call(*self.enter("hostname", self.name))
        call(*self.enter("mount", "-t", "tmpfs", "tmpfs", "/dev/shm"))
        call("ip", "link", "add", self.name, "type", "veth", "peer", "eth0",
             "netns", str(self.holder.pid))  # fmt: skip
        call("ip", "link", "set", self.name, "master", "switch", "up")
        call(*self.enter("ip", "address", "add", f"{self.address}/24", "dev", "eth0"))
        for device in ("lo", "eth0"):
            call(*self.enter("ip", "link", "set", device, "up"))
        for queue in queues(options):
            call(*self.enter("tc", "qdisc", "add", "dev", "eth0", "root", *queue))


def queues(options: argparse.Namespace) -> list[list[str]]:
    """Return what slows a node's cable, as arguments of tc."""
    rate = ["rate", options.rate] if options.rate else []
    if options.delay:
        return [["netem", "delay", options.delay, *rate]]
    return [["tbf", *rate, "burst", "256kb", "latency", "100ms"]] if rate else []


def name_nodes(nodes: list[Node]) -> None:
    """Let everyone below here find the nodes by name."""
    with tempfile.NamedTemporaryFile("w", suffix=".hosts") as file:
        file.write("127.0.0.1 localhost\n")
        file.writelines(f"{node.address} {node.name}\n" for node in nodes)
        file.flush()
        call("mount", "--bind", file.name, "/etc/hosts")


def launch(nodes: list[Node], options: argparse.Namespace) -> int:
    """Run the program by mpirun on the first node, as a user would. Its exit status."""
    environment = {
        "OMP_NUM_THREADS": "1",
        **os.environ,
        # enter.sh, which stands in for ssh, finds the nodes by these.
        **{f"TW_HOLDER_{node.name}": str(node.holder.pid) for node in nodes},
        "TW_NODES": str(len(nodes)),
        "TW_RANKS_PER_NODE": str(options.ranks_per_node),
        "OMPI_ALLOW_RUN_AS_ROOT": "1",
        "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
        "OMPI_MCA_mpi_yield_when_idle": "1",
        "OMPI_MCA_plm_rsh_agent": str(HERE.with_name("enter.sh")),
        "OMPI_MCA_pml": "ob1",
        "OMPI_MCA_btl": "self,vader,tcp",
        "OMPI_MCA_btl_tcp_if_include": "eth0",
        "OMPI_MCA_oob_tcp_if_include": "eth0",
        # What runs leave there goes with the node.
        "OMPI_MCA_orte_tmpdir_base": "/dev/shm",
    }
    hosts = ",".join(f"{node.name}:{options.ranks_per_node}" for node in nodes)
    ranks = len(nodes) * options.ranks_per_node
    command = ["mpirun", "--host", hosts, "--bind-to", "none", "-n", str(ranks), *options.program]
    return subprocess.run(nodes[0].enter(*command), env=environment).returncode


def inside(options: argparse.Namespace) -> int:
    """Make nodes and run the program, in namespaces of our own, where we are root."""
    try:
        call("ip", "link", "add", "switch", "type", "bridge")
        call("ip", "link", "set", "switch", "up")
        nodes = [Node(number) for number in range(options.nodes)]
        for node in nodes:
            node.set_up(options)
        name_nodes(nodes)
    except NotAllowedError as reason:
        skip(reason)
    return launch(nodes, options)


def namespaces() -> list[str]:
    """Return the command that runs another in namespaces of its own, as root or as any user."""
    own = ["unshare", "--mount", "--net", "--pid", "--fork", "--kill-child", "--mount-proc"]
    as_user = [*own, "--user", "--map-root-user"]
    refusal = None
    for command in [own, as_user] if os.geteuid() == 0 else [as_user]:
        try:
            call(*command, "true")
            return command
        except NotAllowedError as reason:
            refusal = reason
    skip(refusal)


def outside() -> int:
    """Make namespaces in which we may do everything, and call this program in them."""
    missing = [tool for tool in TOOLS if not shutil.which(tool)]
    if missing:
        skip(f"there is no {', '.join(missing)}")
    command = [*namespaces(), sys.executable, str(HERE), "--inside", *sys.argv[1:]]
    # --kill-child and --pdeathsig: whatever ends us ends all that is below.
    below = subprocess.Popen(["setpriv", "--pdeathsig", "KILL", *command])
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, lambda *_: below.kill())
    status = below.wait()
    return status if status >= 0 else 128 - status


def main() -> int:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--nodes", type=int, default=2, help="default: 2")
    parser.add_argument("--ranks-per-node", type=int, default=2, help="default: 2")
    parser.add_argument("--delay", metavar="TIME", help="of every cable, as 100us (needs netem)")
    parser.add_argument("--rate", metavar="RATE", help="of every cable, as 1gbit")
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("program", nargs="+", metavar="PROGRAM", help="with its arguments")
    options = parser.parse_args()
    return inside(options) if options.inside else outside()


if __name__ == "__main__":
    sys.exit(main())
