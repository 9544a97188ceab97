import { describe, expect, it } from 'vitest'
import { converse } from '../testing/converse.ts'
import { readTasks } from './read-tasks.ts'

/** What a prompt makes the demo call, round by round; every tool answers with one file's name. */
async function callsFor(prompt: string): Promise<readonly string[]> {
  const runTool = (): string => 'one foo.ts'
  const { calls } = await converse(prompt, { runTool, request: { system: 'Working directory: /w' } })
  return calls.map(round => round.map(({ name, input }) => `${name} ${shown(input)}`).join(' + '))
}

function shown(input: unknown): string {
  const {
    description: _,
    activeForm: __,
    output_mode: ___,
    '-n': ____,
    head_limit: _____,
    ...rest
  } = input as Record<string, unknown>
  return Object.values(rest)
    .map(value => (typeof value === 'string' ? value : JSON.stringify(value)))
    .join(' | ')
}

const EXAMPLES: readonly (readonly [prompt: string, ...rounds: string[]])[] = [
  ['list the files in src', 'Glob * | src'],
  ['ls src', 'Glob * | src'],
  ["what's in this folder?", 'Glob *'],
  ['find all TypeScript files', 'Glob **/*.ts'],
  ['Hi! Can you list the files in packages/core?', 'Glob * | packages/core'],
  ['read a.ts and b.ts', 'Read /w/a.ts + Read /w/b.ts'],
  ['show me package.json please', 'Read /w/package.json'],
  ['@src/a.ts what is this?', 'Read /w/src/a.ts'],
  ['what does this project do?', 'Read /w/README.md'],
  ['search for "foo bar" in src/lib', 'Grep foo bar | src/lib'],
  ['where is createDemoModel defined?', 'Grep createDemoModel'],
  ['look for console.log', 'Grep console\\.log'],
  ['list the files and search for TODO', 'Glob * + Grep TODO'],
  ['search TODO and then write the result to notes.md', 'Grep TODO', 'Write /w/notes.md | one foo.ts\n'],
  ['write the output of git status to s.txt', 'Bash git status', 'Write /w/s.txt | one foo.ts\n'],
  [
    'create hello.py that prints hello and run it',
    'Write /w/hello.py | print("hello")\n',
    'Bash python3 hello.py',
  ],
  ['write "a and b" to c.txt', 'Write /w/c.txt | a and b\n'],
  ['replace foo by bar in x.ts', 'Read /w/x.ts', 'Edit /w/x.ts | foo | bar'],
  ['open x.ts, then change "foo" to "bar" in it', 'Read /w/x.ts', 'Read /w/x.ts', 'Edit /w/x.ts | foo | bar'],
  ['append "end" to a.md', 'Read /w/a.md', 'Edit /w/a.md | one foo.ts | one foo.ts\nend'],
  ['run `npm run build` and tell me what it printed', 'Bash npm run build'],
  ['Run the tests', 'Bash npm test'],
  ['git status', 'Bash git status'],
  ['$ echo hi; ls', 'Bash echo hi; ls'],
  ['ask a subagent to list the files', 'Task list the files | general-purpose'],
  [
    'use two agents to list the files and search TODO',
    'Task list the files | general-purpose + Task search TODO | general-purpose',
  ],
  [
    'remember that we use tabs',
    'Read /w/CLAUDE.md',
    'Edit /w/CLAUDE.md | one foo.ts | one foo.ts\n- we use tabs',
  ],
  ['open https://example.com', 'WebFetch https://example.com | What does this page say?'],
  ['search the web for cats', 'WebSearch cats'],
  ['use the skill pdf', 'Skill pdf'],
  ['call Bash with {"command": "ls -la"}', 'Bash ls -la'],
  ['fix the bug in parser.ts', 'Read /w/parser.ts'],
  ['列出 src 目录下的文件', 'Glob * | src'],
  ['有哪些文件？', 'Glob *'],
  ['找出所有 ts 文件', 'Glob **/*.ts'],
  ['帮我看看 src 目录里有什么', 'Glob * | src'],
  ['读取 a.ts 和 b.ts', 'Read /w/a.ts + Read /w/b.ts'],
  ['请帮我读一下 package.json', 'Read /w/package.json'],
  ['打开“我的 笔记.md”', 'Read /w/我的 笔记.md'],
  ['读取 /tmp/笔记.txt', 'Read /tmp/笔记.txt'],
  ['在 src 里搜索 foo', 'Grep foo | src'],
  ['哪里用到了 foo', 'Grep foo'],
  ['列出文件并搜索 TODO', 'Glob * + Grep TODO'],
  ['搜索 TODO，然后把结果写入 notes.md', 'Grep TODO', 'Write /w/notes.md | one foo.ts\n'],
  ['把搜索 TODO 的结果保存到 notes.md', 'Grep TODO', 'Write /w/notes.md | one foo.ts\n'],
  ['创建 hello.py，打印 hello，然后运行它', 'Write /w/hello.py | print("hello")\n', 'Bash python3 hello.py'],
  ['写一个脚本 a.sh 输出 hi 并运行', 'Write /w/a.sh | #!/bin/sh\necho "hi"\n', 'Bash sh a.sh'],
  ['新建文件 a.md 内容为 你好世界', 'Write /w/a.md | 你好世界\n'],
  ['把 x.ts 里的 foo 改成 bar', 'Read /w/x.ts', 'Edit /w/x.ts | foo | bar'],
  ['在 a.ts 中把“foo”替换为“b c”', 'Read /w/a.ts', 'Edit /w/a.ts | foo | b c'],
  ['在 notes.md 末尾追加 你好', 'Read /w/notes.md', 'Edit /w/notes.md | one foo.ts | one foo.ts\n你好'],
  ['运行 npm test', 'Bash npm test'],
  ['让子代理列出文件', 'Task 列出文件 | general-purpose'],
  ['派两个代理：列出文件，搜索 TODO', 'Task 列出文件 | general-purpose + Task 搜索 TODO | general-purpose'],
  [
    '记住我们用 tab 缩进',
    'Read /w/CLAUDE.md',
    'Edit /w/CLAUDE.md | one foo.ts | one foo.ts\n- 我们用 tab 缩进',
  ],
  ['上网搜索 猫', 'WebSearch 猫'],
  ['先列出文件，再读取 README.md', 'Glob *', 'Read /w/README.md'],
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
    '',
  ])('leaves alone what it does not understand: %s', async prompt => {
    expect(readTasks({ text: prompt, references: [], toolNames: [] }).tasks).toEqual([])
  })

  it('says which clauses it did not understand beside those that it did', async () => {
    const { text } = await converse('list the files. Then sing a song!')
    expect(text).toMatch(/I did not understand “sing a song”/)
  })

  it('takes the files that a person attached where none is named', async () => {
    const prompt = '> **上下文资料**\n> \n> - 📄 `src/a.ts`\n\nexplain this'
    const references = [{ type: 'FileReference', path: 'src/a.ts', displayType: 'TAG' }] as const
    expect(readTasks({ text: 'explain this', references, toolNames: [] }).tasks[0]?.task.title.en).toBe(
      'read src/a.ts',
    )
    expect((await converse(prompt)).calls[0]?.[0]?.name ?? 'none').toBe('Read')
  })
})
