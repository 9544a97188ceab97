import { addContext } from '@antiphon/core'
import fc from 'fast-check'

/** Words that are hard to find: parts, other scripts, other ways to write the same, and bytes that only look like words. */
const WORDS = [
  'harbour',
  'Harbours',
  'getUserName',
  'parseHTMLText',
  'snake_case_name',
  'src/core/index.ts',
  'café',
  'cafe\u0301',
  'İstanbul',
  'istanbul',
  '273\u212a',
  'ΟΔΟΣ',
  'οδοσα',
  '配置文件',
  '文件',
  '検索エンジン',
  '한국어로',
  '\u1112\u1161\u11ab',
  '\uf900\u8c48',
  'ภาษาไทย',
  '😀🎉',
  'a',
  '7',
  'aGVsbG8gd29ybGQ'.repeat(6),
  `${'X'.repeat(63)}yZ`,
  '\u001b[31mred\u001b[0m',
  'har\u001b[31mbour\u001b[0m',
  '配\u001b[1m置',
  'tab\there',
  'line\nbreak',
  '"quoted"',
  'back\\slash',
  '\ud83d',
  'straße',
  'STRASSE',
  'ﬁne',
]

/** A piece of text as people and tools write it. */
export const arbitraryText: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...WORDS) },
      fc.string({ unit: 'grapheme', maxLength: 8 }),
    ),
    {
      minLength: 1,
      maxLength: 8,
    },
  )
  .chain(words => fc.constantFrom(' ', '', '.', '_', '\n').map(blank => words.join(blank)))

const arbitraryContent = (text: string): fc.Arbitrary<object> =>
  fc.constantFrom<object>(
    { type: 'user', message: { role: 'user', content: text } },
    {
      type: 'user',
      message: { role: 'user', content: text },
      contexts: [{ type: 'FileReference', path: 'src/index.ts' }],
    },
    {
      type: 'user',
      message: { role: 'user', content: addContext(text, [{ type: 'GitReference', gitType: 'DIFF' }]) },
    },
    { type: 'user', isMeta: true, message: { role: 'user', content: [{ type: 'text', text }] } },
    {
      type: 'assistant',
      message: { role: 'assistant', model: 'claude-opus', content: [{ type: 'text', text }] },
    },
    {
      type: 'assistant',
      message: { role: 'assistant', content: [{ type: 'thinking', thinking: text, signature: 's' }] },
    },
    {
      type: 'assistant',
      message: { content: [{ type: 'tool_use', id: 'toolu_1', name: 'Bash', input: { command: text } }] },
    },
    {
      type: 'user',
      message: { content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: text, is_error: true }] },
    },
    {
      type: 'user',
      message: {
        content: [{ type: 'tool_result', tool_use_id: 'toolu_2', content: [{ type: 'text', text: 'ok' }] }],
      },
      toolUseResult: { stdout: text, file: { content: ['x', text] } },
    },
    { type: 'attachment', attachment: { type: 'file', content: { text } } },
    { type: 'system', subtype: 'informational', content: text },
    { type: 'summary', summary: text, leafUuid: 'leaf' },
    { type: 'custom-title', customTitle: text },
    { type: 'queue-operation', operation: 'enqueue', content: text },
    { type: 'progress', data: { text } },
    { type: 'file-history-snapshot', snapshot: { text } },
    { type: 'a-type-of-tomorrow', said: [{ deep: text }] },
  )

const arbitraryEntry: fc.Arbitrary<object> = arbitraryText.chain(arbitraryContent).chain(content =>
  fc
    .record({
      uuid: fc.uuid(),
      timestamp: fc.integer({ min: 0, max: 500 }).map(day => new Date(1.75e12 + day * 864e5).toISOString()),
      isDated: fc.boolean(),
      gitBranch: fc.constantFrom('main', 'Feature/Lamp'),
      cwd: fc.constantFrom('/home/dev/harbour', '/home/dev/灯塔'),
    })
    .map(({ isDated, timestamp, ...fields }) => ({ ...fields, ...content, ...(isDated && { timestamp }) })),
)

/** A line of a log: mostly one entry, at times with every character escaped, and at times damaged. */
export const arbitraryLine: fc.Arbitrary<Buffer> = fc.oneof(
  { weight: 12, arbitrary: arbitraryEntry.map(entry => Buffer.from(`${JSON.stringify(entry)}\n`)) },
  { weight: 2, arbitrary: arbitraryEntry.map(entry => Buffer.from(`${escapeAll(JSON.stringify(entry))}\n`)) },
  { weight: 1, arbitrary: arbitraryEntry.map(entry => Buffer.from(` ${JSON.stringify(entry)}\r\n`)) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(arbitraryEntry, arbitraryEntry)
      .map(pair => Buffer.from(`${pair.map(one => JSON.stringify(one)).join('')}\n`)),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(arbitraryEntry, fc.nat()).map(([entry, cut]) => {
      const bytes = Buffer.from(JSON.stringify(entry))
      return Buffer.concat([bytes.subarray(0, cut % bytes.length), Buffer.from('\n')])
    }),
  },
  {
    weight: 1,
    arbitrary: arbitraryEntry.map(entry =>
      Buffer.concat([Buffer.alloc(5), Buffer.from(`${JSON.stringify(entry)}\n`)]),
    ),
  },
  {
    weight: 1,
    arbitrary: arbitraryEntry.map(entry => {
      const bytes = Buffer.from(`${JSON.stringify(entry)}\n`)
      const at = bytes.indexOf('harbour')
      if (at > 0) bytes[at + 1] = 0xff
      return bytes
    }),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('\n', 'no json\n', '[1]\n', '{"a":\n', '\ufeff{"type":"summary","summary":"mark"}\n')
      .map(line => Buffer.from(line)),
  },
)

/** Every letter inside strings as an escape: valid JSON that no one should have to write. */
function escapeAll(json: string): string {
  return json.replace(
    /[a-zA-Z\u0080-\uffff](?=[^"]*"[,}\]])/g,
    unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
