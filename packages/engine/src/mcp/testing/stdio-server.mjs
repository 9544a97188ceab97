import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { createRichServer } from './create-rich-server.mjs'
import { createTestServer } from './create-test-server.mjs'

const [mode, file] = process.argv.slice(2)

if (mode === 'crash') {
  process.stderr.write('no licence found\n')
  process.exit(3)
}
if (mode === 'hang') setInterval(() => {}, 1_000)
if (mode === 'garbage') {
  process.stdout.write('Welcome to the server!\n{"half": \n[]\n')
  process.stderr.write('x'.repeat(100_000))
}
if (mode === 'flood') {
  const line = 'y'.repeat(1_048_576)
  const flood = () => {
    while (process.stdout.write(line));
    process.stdout.once('drain', flood)
  }
  flood()
}
if (mode === 'stubborn') {
  process.on('SIGTERM', () => {})
  const child = spawn('sleep', ['600'], { stdio: 'ignore' })
  writeFileSync(file, `${process.pid} ${child.pid}`)
  setInterval(() => {}, 1_000)
}
if (mode === 'late') await new Promise(resolve => setTimeout(resolve, 1_500))
const server = mode === 'rich' ? createRichServer() : createTestServer()
if (mode !== 'hang' && mode !== 'flood') await server.connect(new StdioServerTransport())
