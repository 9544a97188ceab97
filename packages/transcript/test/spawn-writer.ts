import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

/** Another process that writes to files when it is told to. */
export type Writer = {
  readonly append: (path: string, text: string) => Promise<void>
  /** Begins to append lines `{"n":0}`, `{"n":1}`, … in pieces of odd lengths, and goes on until it is killed. */
  readonly appendForever: (path: string) => void
  /** Kills it as a crash would. */
  readonly kill: () => Promise<void>
}

/** Starts one. It ends with its standard input, should the test forget it. */
export function spawnWriter(): Writer {
  const child = spawn(process.execPath, ['-e', SCRIPT], { stdio: ['pipe', 'pipe', 'inherit'] })
  let waiting: (() => void)[] = []
  child.stdout.on('data', (data: Buffer) => {
    for (const done of waiting.splice(0, data.length)) done()
  })
  const send = (command: object): void => void child.stdin.write(`${JSON.stringify(command)}\n`)
  return {
    append: (path, text) =>
      new Promise((resolve, reject) => {
        waiting = [...waiting, resolve]
        child.once('exit', () => reject(new Error('the writer died')))
        send({ path, text })
      }),
    appendForever: path => send({ path }),
    kill: () => killChild(child),
  }
}

async function killChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

const SCRIPT = `
const { appendFileSync } = require('node:fs')
let rest = ''
process.stdin.setEncoding('utf8')
process.stdin.on('end', () => process.exit())
process.stdin.on('data', data => {
  const lines = (rest + data).split('\\n')
  rest = lines.pop()
  for (const line of lines) obey(JSON.parse(line))
})
function obey({ path, text }) {
  if (text === undefined) return appendForever(path, 0)
  appendFileSync(path, text)
  process.stdout.write('.')
}
function appendForever(path, n) {
  const line = JSON.stringify({ n, pad: 'x'.repeat((n * 7919) % 300) }) + '\\n'
  const cut = (n * 31) % line.length
  appendFileSync(path, line.slice(0, cut))
  setTimeout(() => {
    appendFileSync(path, line.slice(cut))
    setTimeout(appendForever, 1, path, n + 1)
  }, 1)
}
`
