import { createHash } from 'node:crypto'
import { closeSync, constants, openSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hasCode } from '../transcript-error.ts'

/** A right that the kernel gives to one process, and takes back when that ends, however it ends. */
export interface HostLease {
  release(): Promise<void>
}

/**
 * Takes the right to write the file at a canonical path, or returns null where a living process holds it. There is no
 * pid that could be reused and no file that could go stale: on Linux and Windows the holder listens on a name that has
 * no file, elsewhere it holds a lock of the system. On Linux the name is one of the network namespace: a container
 * with a network of its own knows other names.
 */
export async function acquireHostLease(canonical: string): Promise<HostLease | null> {
  const name = toHostLeaseName(canonical)
  return isSocket() ? listen(name) : lock(name)
}

/** True where a living process holds that right. Never in a writer's way on Linux and Windows. */
export async function isHostLeased(canonical: string): Promise<boolean> {
  const name = toHostLeaseName(canonical)
  if (isSocket()) return canConnect(name)
  const lease = lock(name)
  await lease?.release()
  return lease === null
}

/** The name under which the kernel knows the right to write a file. */
export function toHostLeaseName(canonical: string): string {
  const name = `antiphon-${createHash('sha256').update(canonical).digest('hex').slice(0, 32)}`
  if (process.platform === 'linux') return `\0${name}`
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.lock`)
}

function isSocket(): boolean {
  return process.platform === 'linux' || process.platform === 'win32'
}

function canConnect(name: string): Promise<boolean> {
  return new Promise(accept => {
    const socket = connect(name, () => {
      socket.destroy()
      accept(true)
    })
    socket.on('error', () => accept(false))
  })
}

function listen(name: string): Promise<HostLease | null> {
  return new Promise((accept, reject) => {
    const server = createServer(socket => socket.destroy())
    // Stays: a later error, of a stranger who connects, must not end the process.
    server.on('error', error => (hasCode(error, 'EADDRINUSE', 'EACCES') ? accept(null) : reject(error)))
    // Exclusive: workers of a cluster would otherwise share the name, and all of them win.
    server.listen({ path: name, exclusive: true }, () => accept(toLease(server)))
    // A lease is no reason for a process to stay.
    server.unref()
  })
}

function toLease(server: Server): HostLease {
  return { release: () => new Promise(done => server.close(() => done())) }
}

function lock(path: string): HostLease | null {
  try {
    const descriptor = openSync(
      path,
      constants.O_CREAT | constants.O_RDONLY | constants.O_NONBLOCK | O_EXLOCK,
      0o600,
    )
    return { release: async () => closeSync(descriptor) }
  } catch (error) {
    if (hasCode(error, 'EAGAIN', 'EWOULDBLOCK')) return null
    throw error
  }
}

/** Of macOS and the BSDs: take the lock of the file as it is opened. Node does not name it. */
const O_EXLOCK = 0x20
