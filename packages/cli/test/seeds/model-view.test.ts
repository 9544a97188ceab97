import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isObject } from '@antiphon/contract'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { type Line, listBlocks } from '../headless-kit.ts'
import { answer, apiError, attachment, call, result, SYSTEM_MESSAGES, text, user } from './log-parts.ts'
import { requirement } from './requirement.ts'
import { createLogShelf, createTalk, runIn, type Talk, toEntries } from './talk-kit.ts'

type Report = {
  readonly request: {
    readonly messages: readonly { readonly role: string; readonly content: readonly Line[] }[]
  }
  readonly repairs: readonly Line[]
  readonly violations: { readonly stored: readonly Line[]; readonly request: readonly Line[] }
}

const command = { type: 'system', subtype: 'local_command', content: '$ ls\nREADME.md' }

/** The worked example of seed 001. */
const WORKED = [
  user('帮我读取 README.md'),
  answer('msg_1', [text('好的,我来读取文件。'), call('tu_01', 'Read', { file_path: 'README.md' })]),
  user([result('tu_01', '# README\n...')], { isMeta: true }),
  command,
  attachment({ type: 'memory', content: '记忆内容...' }),
]

/** A message of every kind, in an order that no API takes. */
const MIXED = [
  user('first'),
  user('second'),
  answer('msg_1', [call('tu_1', 'Read'), call('tu_2', 'Gone')]),
  attachment({ type: 'edited_text_file', filename: '/a', snippet: '1\tEDITED' }),
  {
    ...{ type: 'progress', data: { type: 'bash_progress', output: 'PROGRESS' } },
    ...{ toolUseID: 'tu_1', parentToolUseID: 'tu_1' },
  },
  user([result('tu_1', 'one')]),
  user([result('tu_2', [{ type: 'tool_reference', tool_name: 'B' }])]),
  attachment({ type: 'memory', content: 'REMEMBERED' }),
  user('VIRTUAL', { isVirtual: true }),
  answer('msg_v', [text('VIRTUAL too')], { isVirtual: true }),
  { type: 'tombstone', message: answer('msg_t', [text('TOMBSTONE')]) },
  ...SYSTEM_MESSAGES,
  user('still the same turn'),
  answer('msg_2', [text('one answer')]),
  answer('msg_3', [text('another answer')]),
  answer('msg_4', [call('tu_3', 'Bash')]),
  apiError('API ERROR'),
  user('after'),
]

/** The three examples of seed 000. */
const EXAMPLES = [
  user([text('1+1=')]),
  answer('msg_1', [text('2')]),
  user([text('读文件')]),
  answer('msg_2', [call('toolu_01GReBR1qZqBsaLLApUjZKr2', 'Read', { file_path: '/path/to/file.txt' })]),
  user([result('toolu_01GReBR1qZqBsaLLApUjZKr2', '文件内容...')]),
  answer('msg_3', [text('我来检查一下您的代码。'), call('toolu_01abc', 'Read'), call('toolu_02def', 'Bash')]),
  user([result('toolu_01abc', 'a'), result('toolu_02def', 'b')]),
]

const shelf = createLogShelf()
let worked: Report
let mixed: Report
let examples: Report
let talk: Talk

async function report(name: string, messages: readonly Line[]): Promise<Report> {
  const path = shelf.write(name, toEntries(messages))
  return JSON.parse((await runIn(['api', path, '--json', '--check'])).stdout)
}

/** A session of another time whose calls go by earlier names, gone on with. */
async function goOn(): Promise<Talk> {
  const kit = await createTalk(['Begun.', 'Gone on.'])
  await kit.run(['-p', 'begin'])
  const [project = ''] = readdirSync(join(kit.root, 'projects'))
  const entries = toEntries([
    user('look'),
    answer('msg_1', [
      call('tu_1', 'TaskOutput', { task_id: 'x' }),
      call('tu_2', 'Nobody', { keeps: 'this' }),
    ]),
    user([result('tu_1', 'one')]),
    user([result('tu_2', 'two')]),
    answer('msg_2', [text('Seen.')]),
  ])
  const session = 'a5eed000-0000-4000-8000-000000000000'
  const lines = entries.map(entry => `${JSON.stringify({ ...entry, cwd: kit.folder })}\n`)
  writeFileSync(join(kit.root, 'projects', project, `${session}.jsonl`), lines.join(''))
  await kit.run(['-p', 'go on', '--resume', session])
  return kit
}

beforeAll(async () => {
  ;[worked, mixed, examples, talk] = await Promise.all([
    report('worked.jsonl', WORKED),
    report('mixed.jsonl', MIXED),
    report('examples.jsonl', EXAMPLES),
    goOn(),
  ])
})
afterAll(async () => {
  shelf.remove()
  await talk.close()
})

/** Messages without the marks of the prompt cache. */
function plain({ request }: Report): unknown {
  return JSON.parse(JSON.stringify(request.messages).replaceAll(/,"cache_control":\{[^}]*\}/g, ''))
}

const words = ({ request }: Report): string => JSON.stringify(request.messages)
const repaired = (rule: string): readonly unknown[] =>
  mixed.repairs.filter(repair => repair.rule === rule).map(({ detail }) => detail)

describe('`antiphon api`', () => {
  requirement(
    ['001:128-160', '001:53-69', '001:36', '001:93-100', '004:515-524', '004:503', '001:126-127'],
    'turns the worked example of seed 001 into its request: result, then the command, then the memory',
    async () => {
      expect(plain(worked)).toEqual([
        { role: 'user', content: [{ type: 'text', text: '帮我读取 README.md' }] },
        {
          role: 'assistant',
          content: [
            { type: 'text', text: '好的,我来读取文件。' },
            { type: 'tool_use', id: 'tu_01', name: 'Read', input: { file_path: 'README.md' } },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'tu_01', content: '# README\n...' },
            { type: 'text', text: '$ ls\nREADME.md' },
            { type: 'text', text: expect.stringContaining('记忆内容...') },
          ],
        },
      ])
    },
  )

  requirement('000:320-390', 'takes the three examples of seed 000 as they are', async () => {
    expect(plain(examples)).toEqual(EXAMPLES.map(({ message }) => toSent(message)))
    expect(examples.repairs).toEqual([])
    expect(examples.violations.request).toEqual([])
  })

  requirement(
    ['001:161-171', '001:55', '001:34-37', '003:204-215', '004:396-405', '004:497-501', '004:139'],
    'leaves out progress, tombstones, virtual messages, API errors and every system message, and says so',
    async () => {
      for (const unsent of ['PROGRESS', 'TOMBSTONE', 'VIRTUAL', 'API ERROR', 'SYSTEM'])
        expect(words(mixed)).not.toContain(unsent)
      expect(repaired('SEED-virtual')).toHaveLength(2)
      expect(repaired('SEED-system')).toEqual(
        SYSTEM_MESSAGES.map(({ subtype }) => expect.stringContaining(String(subtype))),
      )
      expect(repaired('SEED-api-error')).toHaveLength(1)
      expect(mixed.violations.request).toEqual([])
    },
  )

  requirement(
    ['001:30-36', '004:504-514', '001:93-100', '003:388-401', '003:254-259'],
    'puts neighbours of one role together, results first, what was attached behind them',
    async () => {
      const [first, , third] = mixed.request.messages
      expect(first?.content.map(block => block.text)).toEqual(['first', 'second'])
      expect(third?.content.map(({ type }) => type)).toEqual([
        ...['tool_result', 'tool_result', 'text', 'text', 'text'],
      ])
      expect(JSON.stringify(third?.content.slice(2))).toMatch(/EDITED.*REMEMBERED.*still the same turn/)
    },
  )

  requirement(
    ['001:76-83', '001:79', '004:488-495'],
    'sends no reference to a tool that is not there, but a note in its place',
    async () => {
      expect(words(mixed)).not.toContain('tool_reference')
      expect(words(mixed)).toContain('[the tool B is not available]')
    },
  )

  requirement(
    '003:398',
    'keeps two answers apart by a turn of the user, since they are not one',
    async () => {
      const roles = mixed.request.messages.map(({ role }) => role)
      expect(roles).toEqual(roles.map((_, index) => (index % 2 === 0 ? 'user' : 'assistant')))
      expect(words(mixed)).toMatch(/one answer.*\[continue\].*another answer/)
    },
  )

  requirement(
    ['003:401', '003:477-482', '004:319-342'],
    'answers the call that has no result, for which the API would refuse what is stored',
    async () => {
      expect(mixed.violations.stored).toContainEqual(
        expect.objectContaining({
          rule: 'TUP-01',
          message: expect.stringContaining('`tool_use` ids were found without `tool_result` blocks'),
        }),
      )
      expect(mixed.request.messages.at(-1)?.content[0]).toMatchObject({
        ...{ type: 'tool_result', tool_use_id: 'tu_3', is_error: true },
      })
    },
  )
})

describe('a session of another time', () => {
  requirement(
    '001:110-118',
    'is sent with calls under the names that their tools have today; an unknown one stays as it is',
    async () => {
      const sent =
        talk
          .requests()
          .at(-1)
          ?.messages.map(message => ({ message })) ?? []
      const calls = listBlocks(sent).filter(({ type }) => type === 'tool_use')
      expect(calls).toMatchObject([
        { name: 'BashOutput', input: { task_id: 'x' } },
        { name: 'Nobody', input: { keeps: 'this' } },
      ])
    },
  )
})

function toSent(message: unknown): unknown {
  return isObject(message) && { role: message.role, content: message.content }
}
