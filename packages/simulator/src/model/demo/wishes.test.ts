import { describe, expect, it } from 'vitest'
import { converse } from './testing/converse.ts'
import { understand } from './wishes.ts'

/** What a prompt makes the demo call, round by round; every tool answers with one file's name. */
async function callsFor(prompt: string): Promise<readonly string[]> {
  const runTool = (): string => 'one foo.ts'
  const { calls } = await converse(prompt, { runTool, request: { system: 'Working directory: /w' } })
  return calls.map(round => round.map(({ name, input }) => `${name} ${shown(input)}`).join(' + '))
}

function shown(input: unknown): string {
  const { description: _, output_mode: __, '-n': ___, ...rest } = input as Record<string, unknown>
  return Object.values(rest)
    .map(value => (typeof value === 'string' ? value : JSON.stringify(value)))
    .join(' | ')
}

const EXAMPLES: readonly (readonly [prompt: string, ...rounds: string[]])[] = [
  ['list the files in src', 'Glob * | src'],
  ['ls src', 'Glob * | src'],
  ["what's in this folder?", 'Glob *'],
  ['Hi! Can you list the files in packages/core?', 'Glob * | packages/core'],
  ['read a.ts and b.ts', 'Read /w/a.ts + Read /w/b.ts'],
  ['show me package.json please', 'Read /w/package.json'],
  ['@src/a.ts what is this?', 'Read /w/src/a.ts'],
  ['what does this project do?', 'Read /w/README.md'],
  ['search for "foo bar" in src/lib', 'Grep foo bar | src/lib'],
  ['where is createDemoModel defined?', 'Grep createDemoModel'],
  ['look for console.log', 'Grep console\\.log'],
  ['write "a and b" to c.txt', 'Write /w/c.txt | a and b\n'],
  ['write hello to hello.txt', 'Write /w/hello.txt | hello\n'],
  ['create a.md with two words', 'Write /w/a.md | two words\n'],
  ['replace foo by bar in x.ts', 'Read /w/x.ts', 'Edit /w/x.ts | foo | bar'],
  ['change "foo" to "b c" in x.ts', 'Read /w/x.ts', 'Edit /w/x.ts | foo | b c'],
  ['run `npm run build`', 'Bash npm run build'],
  ['run "echo hello > made.txt"', 'Bash echo hello > made.txt'],
  ['Run the tests', 'Bash npm test'],
  ['$ echo hi; ls', 'Bash echo hi; ls'],
  ['列出 src 目录下的文件', 'Glob * | src'],
  ['有哪些文件？', 'Glob *'],
  ['读取 a.ts 和 b.ts', 'Read /w/a.ts + Read /w/b.ts'],
  ['请帮我读一下 package.json', 'Read /w/package.json'],
  ['打开“我的 笔记.md”', 'Read /w/我的 笔记.md'],
  ['这个项目是做什么的？', 'Read /w/README.md'],
  ['在 src 里搜索 foo', 'Grep foo | src'],
  ['搜索 TODO', 'Grep TODO'],
  ['把“你好”写入 notes.md', 'Write /w/notes.md | 你好\n'],
  ['新建文件 a.md 内容为 你好世界', 'Write /w/a.md | 你好世界\n'],
  ['把 x.ts 里的 foo 改成 bar', 'Read /w/x.ts', 'Edit /w/x.ts | foo | bar'],
  ['在 a.ts 中把“foo”替换为“b c”', 'Read /w/a.ts', 'Edit /w/a.ts | foo | b c'],
  ['运行 npm test', 'Bash npm test'],
]

describe('wishes', () => {
  it.each(EXAMPLES)('%s', async (prompt, ...rounds) => {
    expect(await callsFor(prompt)).toEqual(rounds)
  })

  it.each([
    'What is TypeScript?',
    "don't delete anything",
    'tell me a joke',
    '今天天气怎么样',
    'delete foo.txt',
    'hello',
    '你好',
    '',
  ])('leaves alone what it does not understand: %s', prompt => {
    expect(understand({ text: prompt, references: [] })).toBeNull()
  })

  it('takes the files that a person attached where none is named', async () => {
    const prompt = '> **上下文资料**\n> \n> - 📄 `src/a.ts`\n\nexplain this'
    expect((await converse(prompt)).calls[0]).toMatchObject([
      { name: 'Read', input: { file_path: 'src/a.ts' } },
    ])
  })

  it('hears the person alone: no reminder, no mark of an interruption', async () => {
    const content = [
      { type: 'text', text: '<system-reminder>list the files</system-reminder>' },
      { type: 'text', text: 'read a.ts' },
      { type: 'text', text: '[Request interrupted by user]' },
    ] as const
    const { calls } = await converse(null, { request: { messages: [{ role: 'user', content }] } })
    expect(calls[0]).toMatchObject([{ name: 'Read' }])
  })

  it('reads long hostile words in time', () => {
    const started = performance.now()
    for (const part of ['replace a by b in ', 'write to ', '把 里的 改成 ', '" “ ', 'search in '])
      understand({ text: part.repeat(3000).slice(0, 3000), references: [] })
    expect(performance.now() - started).toBeLessThan(5000)
  })
})
