/** The port inside at which programs find the proxy. */
export const RELAY_PORT = 3128

/** The descriptor of the link to the proxy outside. */
export const RELAY_DESCRIPTOR = 4

/**
 * What runs inside between a command and the proxy outside: it listens, carries each connection over the one link that
 * leads out, and ends as the command ends. A program of its own, since inside nothing else can be reached.
 */
export const RELAY_PROGRAM: string = `
const { createServer, Socket } = require('node:net')
const { connect } = require('node:http2')
const { spawn } = require('node:child_process')
const { constants } = require('node:os')
const [file, ...args] = process.argv.slice(1)
const link = new Socket({ fd: ${RELAY_DESCRIPTOR} })
const session = connect('http://outside', { createConnection: () => link, settings: { initialWindowSize: 1048576 } })
session.on('error', () => {})
const server = createServer({ allowHalfOpen: true }, socket => {
  const stream = session.request({ ':method': 'POST', ':path': '/' }, { endStream: false })
  stream.on('error', () => socket.destroy())
  stream.on('close', () => socket.end())
  socket.on('error', () => stream.close())
  socket.pipe(stream)
  stream.pipe(socket)
})
server.listen(${RELAY_PORT}, '127.0.0.1', () => {
  const child = spawn(file, args, { stdio: 'inherit' })
  child.on('error', error => {
    process.stderr.write(error.message + '\\n')
    process.exit(127)
  })
  child.on('exit', (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : code))
})
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => {})
`
