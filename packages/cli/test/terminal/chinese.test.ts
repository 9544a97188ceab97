import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { withReason } from '../../../transcript/test/process/requirements.ts'
import { NO_TMUX, setUpTerminals, type TestTerminal } from './terminal-kit.ts'

const start = setUpTerminals()
const CHINESE = { LANG: 'zh_CN.UTF-8', LC_ALL: 'zh_CN.UTF-8' }

/** Keys that come while somebody types are not meant for a question. */
async function answer(terminal: TestTerminal, question: string, ...keys: readonly string[]): Promise<void> {
  await terminal.until(question)
  await look(terminal)
  await sleep(500)
  await terminal.press(...keys)
}

/** Two words of English behind one another are a sentence; what tools print is theirs. */
async function look(terminal: TestTerminal): Promise<void> {
  const text = (await terminal.everything()).replaceAll(/touch lit|antiphon chat/g, '')
  const lines = text.split('\n').filter(line => !/^\s*│/.test(line))
  expect(lines.flatMap(line => line.match(/[A-Za-z]{2,} [a-z]{2,}/g) ?? [])).toEqual([])
}

describe.skipIf(NO_TMUX !== null)(withReason('a Chinese talk in a terminal', NO_TMUX), () => {
  it('has no English sentence of ours: work, questions, refusals, interruptions, lists, help, the transcript', async () => {
    const todos = [
      { content: '看', status: 'completed', activeForm: '在看' },
      { content: '做', status: 'in_progress', activeForm: '在做' },
    ]
    const questions = [
      {
        question: '什么颜色？',
        header: '颜色',
        multiSelect: false,
        options: [
          { label: '红', description: '像火' },
          { label: '蓝', description: '像海' },
        ],
      },
    ]
    const long = Array.from({ length: 3000 }, (_, number) => `${number}`).join('\n')
    const kit = await start(
      {
        thinking: '先看看。',
        calls: [
          { name: 'Read', input: { file_path: '灯.txt' } },
          { name: 'Read', input: { file_path: '无.txt' } },
          { name: 'TodoWrite', input: { todos } },
        ],
      },
      { calls: [{ name: 'Bash', input: { command: 'touch lit' } }] },
      { calls: [{ name: 'Edit', input: { file_path: '灯.txt', old_string: '7', new_string: '七' } }] },
      { calls: [{ name: 'AskUserQuestion', input: { questions } }] },
      '好的。',
      { text: '慢'.repeat(3000), pace: 20 },
    )
    writeFileSync(join(kit.folder, '灯.txt'), long)
    mkdirSync(join(kit.folder, '.claude'))
    const settings = { permissions: { allow: ['Bash(touch:*)'] } }
    writeFileSync(join(kit.folder, '.claude/settings.local.json'), JSON.stringify(settings))
    const first = await kit.open(['点灯'], { env: CHINESE, rows: 50 })
    await answer(first, '允许运行 Bash 吗？', '3')
    await first.type('别碰')
    await first.press('Enter')
    await answer(first, '允许运行 Edit 吗？', 'Escape')
    await first.until('? 查看按键')
    await first.type('再来')
    await first.press('Enter')
    await answer(first, '什么颜色？', '2')
    await first.until('● 好的。')
    await first.until('? 查看按键')
    await look(first)
    await first.type('慢慢说')
    await first.press('Enter')
    await first.until(/慢慢慢[\s\S]*正在处理/)
    await first.type('等一下')
    await first.press('Enter')
    await first.until('› 等一下 (等待中')
    await look(first)
    await first.press('Up')
    await first.without('等待中')
    await first.until(/^› 等一下$/m)
    await first.press('C-c')
    await first.until(/^›$/m)
    await first.press('Escape')
    await first.without('正在处理')
    await first.until('用户中断了请求')
    await first.press('?')
    await first.shows('切换权限模式')
    await look(first)
    await first.press('C-o')
    await first.until('完整记录')
    await look(first)
    await first.press('g')
    await first.until('› 点灯')
    await look(first)
    await first.press('q')
    await first.press('Escape', 'Escape')
    await answer(first, '回到哪条消息之前？', 'Escape')
    await first.press('C-d')
    await first.until('ENDED 0')
    await look(first)

    // Another day, with what programs note in logs.
    const [log = ''] = readdirSync(join(kit.root, 'projects'), { recursive: true })
      .map(String)
      .filter(path => path.endsWith('.jsonl'))
    const path = join(kit.root, 'projects', log)
    const lines = readFileSync(path, 'utf8').replaceAll(/"timestamp":"[^"]{10}/g, '"timestamp":"2026-02-03')
    const last = lines
      .trimEnd()
      .split('\n')
      .flatMap(line => JSON.parse(line))
      .findLast(({ type }) => type === 'user' || type === 'assistant')
    const { sessionId, cwd, version, uuid: parentUuid } = last
    const note = {
      type: 'system',
      subtype: 'api_error',
      level: 'error',
      error: { message: '忙' },
      retryAttempt: 2,
      maxRetries: 10,
      retryInMs: 65_000,
    }
    const around = { isSidechain: false, userType: 'external', timestamp: '2026-02-03T12:00:00.000Z' }
    const uuid = '00000000-0000-4000-8000-000000000001'
    writeFileSync(
      path,
      `${lines}${JSON.stringify({ parentUuid, uuid, sessionId, cwd, version, ...around, ...note })}\n`,
    )
    const second = await kit.open(['-c'], { env: CHINESE, rows: 50 })
    await second.shows('2026年2月3日')
    await second.shows('API 错误：忙，第 2 次（共 10 次）')
    await second.until('? 查看按键')
    await look(second)
    await second.press('C-d')
    await second.until('ENDED 0')
    const third = await kit.open(['-r'], { env: CHINESE, rows: 50 })
    await answer(third, '❯ 点灯', 'Enter')
    await third.until('? 查看按键')
    await look(third)
  })
})
