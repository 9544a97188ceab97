import type { Page } from 'playwright-core'
import { createLog, uuidOf } from '../../../web/test/make-sessions.ts'
import { readListedRows } from './window-kit.ts'

/** A place of the window that every check visits. */
export type WindowPlace = {
  readonly name: string
  /** The route, for the ids of the two sessions. */
  readonly route: (ids: { readonly tools: string; readonly long: string }) => string
  /** Done when it is there to be looked at. */
  readonly arrive?: (page: Page) => Promise<unknown>
}

/** Every place of the window; who adds one adds a row. */
export const PLACES: readonly WindowPlace[] = [
  { name: 'home', route: () => '/' },
  { name: 'sessions', route: () => '/sessions' },
  { name: 'search-empty', route: () => '/search/' },
  {
    name: 'search',
    route: () => '/search/灯塔',
    arrive: page => page.locator('a[data-line]').first().waitFor(),
  },
  { name: 'search-nothing', route: () => '/search/qwxz' },
  { name: 'session', route: ({ tools }) => `/session/${tools}` },
  { name: 'session-long', route: ({ long }) => `/session/${long}` },
  { name: 'share', route: ({ tools }) => `/share/${tools}` },
  { name: 'replay', route: ({ tools }) => `/replay/${tools}` },
  { name: 'compare', route: ({ tools, long }) => `/compare/${tools}/${long}` },
  { name: 'usage', route: () => '/usage' },
  { name: 'usage-session', route: ({ tools }) => `/usage/${tools}` },
  { name: 'doctor', route: () => '/doctor' },
  { name: 'doctor-session', route: ({ tools }) => `/doctor/${tools}` },
  { name: 'chat', route: () => '/chat' },
  { name: 'settings', route: () => '/settings' },
]

/** Sessions in which every word of people and agents is Chinese, so that English is the window's own. */
export function makeTableFiles(): Readonly<Record<string, string>> {
  const tools = createLog(uuidOf(1))
  tools.say('灯塔的灯为什么不亮了？请找出原因并修复，但不要改变公共接口，也不要动潮汐表的代码。')
  tools.answer({ type: 'thinking', thinking: '先看看文件。', signature: 'x' })
  tools.answer({ type: 'text', text: '我先看看 `lamp.ts`。' })
  for (const [index, file] of ['lamp', 'tower', 'keeper'].entries()) {
    const path = `/srv/${'很长的文件夹名字/'.repeat(6)}${file}.ts`
    tools.answer({ type: 'tool_use', id: `r${index}`, name: 'Read', input: { file_path: path } })
    tools.result(`r${index}`, `1\t灯塔第 ${index} 行`)
  }
  tools.answer({ type: 'tool_use', id: 'b1', name: 'Bash', input: { command: 'ls 灯塔' } })
  tools.result('b1', '灯塔：没有那个文件', { isError: true })
  tools.answer({ type: 'text', text: '## 原因\n\n- 灯丝断了\n- 开关接反了\n\n已经修好。' })
  tools.say('谢谢')
  tools.answer({ type: 'text', text: '不客气。' })
  const long = createLog(uuidOf(2))
  for (let turn = 0; turn < 40; turn += 1) {
    long.say(`第 ${turn} 个问题：灯塔应该多久亮一次？`)
    long.answer({ type: 'text', text: `第 ${turn} 个回答：每十五秒一次。` })
  }
  return {
    [`projects/-srv-lighthouse/${uuidOf(1)}.jsonl`]: toLines(tools.entries),
    [`projects/-srv-lighthouse/${uuidOf(2)}.jsonl`]: toLines(long.entries),
  }
}

function toLines(entries: readonly unknown[]): string {
  return entries
    .map(entry => `${JSON.stringify({ cwd: '/srv/灯塔', gitBranch: '主线', ...(entry as object) })}\n`)
    .join('')
}

/** The ids of both sessions, as the server names them. */
export async function readIds(page: Page): Promise<{ readonly tools: string; readonly long: string }> {
  const rows = await readListedRows(page)
  const ids = new Map(rows.map(({ id, sessionId }) => [sessionId, id]))
  return { tools: ids.get(uuidOf(1)) ?? '', long: ids.get(uuidOf(2)) ?? '' }
}

/** Leads to a place, and waits until nothing moves any more. */
export async function goToPlace(
  page: Page,
  place: WindowPlace,
  ids: { readonly tools: string; readonly long: string },
): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(`#${place.route(ids)}`)}`)
  await page.locator('main:visible, nav:visible').first().waitFor()
  await place.arrive?.(page)
  let before = ''
  for (let look = 0; look < MOST_LOOKS; look += 1) {
    await page.waitForTimeout(QUIET_MS)
    const now = (await page.locator('body').textContent()) ?? ''
    if (now === before) return
    before = now
  }
}

const QUIET_MS = 250
const MOST_LOOKS = 20
