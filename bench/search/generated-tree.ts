import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** Words that the bench looks for, and how often a line holds one. */
export const COMMON = 'harbour'
export const RARE = 'lighthousekeeper'
export const ABSENT = 'zanzibarquartz'
export const CJK = '配置'

const VOCABULARY = 40_000
const SESSION_BYTES = 2_000_000

/** Writes sessions with the words of a person, of code and of other scripts: few are frequent, most are rare. The same each time. */
export function writeTree(root: string, bytes: number): void {
  const random = createRandom()
  const folder = join(root, 'projects', '-home-dev-harbour')
  mkdirSync(folder, { recursive: true })
  for (let session = 0; session * SESSION_BYTES < bytes; session++) {
    const name = `${session.toString(16).padStart(8, '0')}-5c09-4e94-8c8b-afd2616c048e`
    const descriptor = openSync(join(folder, `${name}.jsonl`), 'w')
    for (let size = 0, turn = 0; size < SESSION_BYTES; turn++)
      size += writeSync(descriptor, generateTurn({ sessionId: name, turn, session, random }))
    closeSync(descriptor)
  }
}

type TurnOptions = {
  readonly sessionId: string
  readonly session: number
  readonly turn: number
  readonly random: () => number
}

/** A prompt, a call, and its result twice, as Claude Code stores it: two thirds of the bytes are output. */
export function generateTurn({ sessionId, session, turn, random }: TurnOptions): string {
  const timestamp = new Date(1.76e12 + session * 3.6e6 + turn * 1000).toISOString()
  const envelope = {
    isSidechain: false,
    cwd: '/home/dev/harbour',
    sessionId,
    version: '2.1.200',
    gitBranch: 'main',
    timestamp,
  }
  const id = `toolu_${session}_${turn}`
  const output = words(60 + Math.floor(random() * 400), random)
  const entries = [
    {
      ...envelope,
      type: 'user',
      uuid: `u-${session}-${turn}`,
      message: { role: 'user', content: words(30, random) },
    },
    {
      ...envelope,
      type: 'assistant',
      uuid: `a-${session}-${turn}`,
      message: {
        role: 'assistant',
        model: 'claude-opus-5',
        content: [
          { type: 'text', text: words(60, random) },
          { type: 'tool_use', id, name: 'Bash', input: { command: words(12, random) } },
        ],
      },
    },
    {
      ...envelope,
      type: 'user',
      uuid: `r-${session}-${turn}`,
      message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: output }] },
      toolUseResult: { stdout: output, stderr: '' },
    },
  ]
  return entries.map(entry => `${JSON.stringify(entry)}\n`).join('')
}

function words(count: number, random: () => number): string {
  let text = ''
  for (let index = 0; index < count; index++) {
    const chance = random()
    if (chance < 0.000_002) text += RARE
    else if (chance < 0.004) text += COMMON
    else if (chance < 0.012) text += `${CJK}文件${String.fromCharCode(0x4e00 + Math.floor(random() * 2000))}`
    else if (chance < 0.05) text += Math.floor(random() * 100_000)
    // The rank of a word is its rarity.
    else text += wordOf(Math.floor(VOCABULARY ** random()))
    text += index % 12 === 11 ? '\n→ ' : chance > 0.9 ? '.' : ' '
  }
  return text
}

const SYLLABLES = [
  'ka',
  'lo',
  'mi',
  'ser',
  'tan',
  'ver',
  'do',
  'ri',
  'pe',
  'nul',
  'Get',
  'Set',
  'con',
  'fig',
  'ta',
  'be',
]

function wordOf(rank: number): string {
  let word = ''
  for (let rest = rank + 16; rest > 0; rest = Math.floor(rest / 16)) word += SYLLABLES[rest % 16] ?? ''
  return word
}

/** Numbers that are the same in each run. */
function createRandom(): () => number {
  let state = 20_261_115
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 0x1_0000_0000
  }
}
