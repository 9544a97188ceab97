// Run as a process of its own: appends lines to a session's log, so many a second, each with its number and the time at
// which it was written. Prints how many it wrote.
import { appendFileSync } from 'node:fs'

const [path = '', perSecond = '200', seconds = '10'] = process.argv.slice(2)
const all = Number(perSecond) * Number(seconds)
const began = Date.now()
let written = 0

const timer = setInterval(() => {
  const due = Math.min(all, Math.floor(((Date.now() - began) * Number(perSecond)) / 1000))
  for (; written < due; written += 1) appendFileSync(path, `${JSON.stringify(makeLine(written))}\n`)
  if (written < all) return
  clearInterval(timer)
  console.log(written)
}, 2)

function makeLine(number: number): object {
  const words = `line ${number} at ${Date.now()}.`
  const base = {
    parentUuid: number === 0 ? 'ffffffff-ffff-4fff-8fff-ffffffffffff' : uuidOf(number - 1),
    isSidechain: false,
    sessionId: 'soak',
    cwd: '/home/me',
  }
  const rest = { uuid: uuidOf(number), timestamp: new Date().toISOString() }
  const answer = (block: object): object => ({
    ...base,
    type: 'assistant',
    message: { id: `m${number}`, role: 'assistant', model: 'claude-opus-5-5', content: [block] },
    ...rest,
  })
  // A turn of fifty lines: a prompt, then calls and their results among words.
  if (number % 50 === 0) return { ...base, type: 'user', message: { role: 'user', content: words }, ...rest }
  if (number % 5 === 1)
    return answer({ type: 'tool_use', id: `t${number}`, name: 'Bash', input: { command: words } })
  if (number % 5 !== 2) return answer({ type: 'text', text: words })
  const result = { type: 'tool_result', tool_use_id: `t${number - 1}`, content: words }
  return { ...base, type: 'user', message: { role: 'user', content: [result] }, ...rest }
}

function uuidOf(number: number): string {
  return `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`
}
