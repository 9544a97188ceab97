import type { ChildProcess } from 'node:child_process'
import type { Duplex, Readable, Writable } from 'node:stream'
import { moveAside } from './move-aside.ts'
import { RELAY_DESCRIPTOR, RELAY_PORT, RELAY_PROGRAM } from './network-relay.ts'
import type { KeptCommand, ToolStart } from './sandbox-tool.ts'
import { toBubblewrapArguments } from './to-bubblewrap-arguments.ts'

/** Starts a command in namespaces of its own, with the relay of its network where it may reach hosts. */
export function confineByBubblewrap(
  program: { readonly path: string; readonly isNested: boolean },
  { plain, plan, isRoot, opens, files, network }: KeptCommand,
): ToolStart {
  const filter = plan.level === 'folder' && !opens.sockets ? files.openFilter() : null
  const args = toBubblewrapArguments({
    plan,
    cwd: plain.cwd,
    filterDescriptor: filter === null ? null : FILTER_DESCRIPTOR,
    syncDescriptor: SYNC_DESCRIPTOR,
    isNested: program.isNested,
    isRoot,
  })
  const inner = network === null ? [plain.file] : [process.execPath, '-e', RELAY_PROGRAM, plain.file]
  return {
    file: program.path,
    args: [...args, '--', ...inner, ...plain.args],
    streams: [filter ?? 'ignore', network === null ? 'ignore' : 'pipe', 'pipe'],
    proxyPort: network === null ? null : RELAY_PORT,
    onStart(child) {
      files.close(filter)
      const link = network === null ? null : toLink(child)
      if (link !== null) network?.proxy.attach(link, network.onRefused)
      // What outlives the command may still make what may not be.
      streamAt(child, SYNC_DESCRIPTOR)?.once('close', () => void moveAside(plan.absent))
    },
    isGone: child => isClosed(streamAt(child, SYNC_DESCRIPTOR)),
    onEnd: () => {},
  }
}

// Descriptors follow the three standard streams in the order of `streams`.
const FILTER_DESCRIPTOR = 3
const SYNC_DESCRIPTOR = 5

/** Node's types know five streams; there may be more. */
function streamAt(child: ChildProcess, index: number): Readable | Writable | null {
  const streams: readonly (Readable | Writable | null | undefined)[] = child.stdio
  return streams[index] ?? null
}

function isClosed(stream: Readable | Writable | null): Promise<void> {
  if (!stream || stream.destroyed) return Promise.resolve()
  stream.on('error', () => {})
  // Nobody writes there; it has to be read for its end to be seen.
  if ('resume' in stream) stream.resume()
  return new Promise(resolve => stream.once('close', () => resolve()))
}

function toLink(child: ChildProcess): Duplex | null {
  const stream = streamAt(child, RELAY_DESCRIPTOR)
  return stream && 'write' in stream && 'read' in stream ? (stream as Duplex) : null
}
