// Stands between two programs that speak the Agent Client Protocol and writes down what each says: FILE PROGRAM ARGUMENTS…
import { spawn } from 'node:child_process'
import { appendFileSync } from 'node:fs'

const [file, command, ...args] = process.argv.slice(2)
const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] })

function pass(side, from, to) {
  let rest = ''
  from.setEncoding('utf8').on('data', text => {
    const lines = (rest + text).split('\n')
    rest = lines.pop()
    for (const line of lines) appendFileSync(file, `${JSON.stringify({ side, line })}\n`)
    to.write(text)
  })
  from.on('end', () => to.end())
  to.on('error', () => {})
}

pass('client', process.stdin, child.stdin)
pass('agent', child.stdout, process.stdout)
process.on('SIGTERM', () => child.kill())
child.on('exit', code => process.exit(code ?? 1))
