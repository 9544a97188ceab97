import { createHash } from 'node:crypto'
import { closeSync, constants, openSync, realpathSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'

/** The right to write a file. It ends with the process, however that ends: the system takes it back. */
export interface Lease {
  release(): Promise<void>
}

/**
 * Takes the right to write the file at `path`, or returns null where a living process of this host holds it. There is
 * no pid that could be reused and no file that could go stale: on Linux and Windows the holder listens on a name that
 * has no file, elsewhere it holds a lock of the system.
 */
export async function acquireLease(path: string): Promise<Lease | null> {
  const name = leaseName(path)
  return isSocket() ? listen(name) : lock(name)
}

/** True where a living process of this host holds the right to write a file. Never in a writer's way on Linux and Windows. */
export async function isLeased(path: string): Promise<boolean> {
  const name = leaseName(path)
  if (isSocket()) return canConnect(name)
  const lease = lock(name)
  await lease?.release()
  return lease === null
}

function isSocket(): boolean {
  return process.platform === 'linux' || process.platform === 'win32'
}

function leaseName(path: string): string {
  const name = `antiphon-${createHash('sha256').update(canonicalPath(path)).digest('hex').slice(0, 32)}`
  if (process.platform === 'linux') return `\0${name}`
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.lock`)
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

/** The same for every way to write a path, also for one that does not exist yet. */
function canonicalPath(path: string): string {
  const absolute = resolve(path)
  try {
    return realpathSync.native(absolute)
  } catch {
    const folder = dirname(absolute)
    return folder === absolute ? absolute : join(canonicalPath(folder), basename(absolute))
  }
}

function listen(name: string): Promise<Lease | null> {
  return new Promise((accept, reject) => {
    const server = createServer(socket => socket.destroy())
    // Stays: a later error, of a stranger who connects, must not end the process.
    server.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' || error.code === 'EACCES' ? accept(null) : reject(error),
    )
    // Exclusive: workers of a cluster would otherwise share the name, and all of them win.
    server.listen({ path: name, exclusive: true }, () => accept(toLease(server)))
    // A lease is no reason for a process to stay.
    server.unref()
  })
}

function toLease(server: Server): Lease {
  return { release: () => new Promise(done => server.close(() => done())) }
}

function lock(path: string): Lease | null {
  try {
    const descriptor = openSync(
      path,
      constants.O_CREAT | constants.O_RDONLY | constants.O_NONBLOCK | O_EXLOCK,
      0o600,
    )
    return { release: async () => closeSync(descriptor) }
  } catch (error) {
    if (
      error instanceof Error &&
      'code' in error &&
      (error.code === 'EAGAIN' || error.code === 'EWOULDBLOCK')
    )
      return null
    throw error
  }
}

/** Of macOS and the BSDs: take the lock of the file as it is opened. Node does not name it. */
const O_EXLOCK = 0x20
