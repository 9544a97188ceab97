import { describe, expect, it } from 'vitest'
import { createLog, toLines, uuidOf } from '../../../web/test/make-sessions.ts'
import { IS_SKIPPED, PAGE_TIMEOUT_MS, setUpWindow } from './window-kit.ts'

const LOG = `projects/-home-me/${uuidOf(1)}.jsonl`
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

type Log = ReturnType<typeof createLog>

function call(log: Log, id: string, name: string, input: object): void {
  log.answer({ type: 'tool_use', id, name, input })
}

/** A turn of four reads, an edit and two commands, of which one fails; then a subagent, a list and a picture. */
function addWork(log: Log): void {
  log.say('Find the leak in the harbour')
  for (const name of ['one', 'two', 'three', 'four']) {
    call(log, name, 'Read', { file_path: `/home/me/cmd/hooks/deep/${name}.go` })
    log.result(name, 'x', { file: { content: `heron in ${name}\n${'line\n'.repeat(60)}the hidden kestrel` } })
  }
  log.add({ type: 'system', subtype: 'informational', content: 'Ran 2 stop hooks', level: 'info' })
  log.answer({ type: 'text', text: '\n\n' })
  call(log, 'edit', 'Edit', { file_path: '/home/me/a.go', old_string: 'b', new_string: 'c' })
  log.result('edit', 'ok', {
    originalFile: 'x'.repeat(40_000),
    structuredPatch: [{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines: ['-b', '+c'] }],
  })
  call(log, 'bad', 'Bash', { command: 'go test ./...' })
  log.add({
    type: 'user',
    message: {
      role: 'user',
      content: [
        {
          type: 'tool_result',
          tool_use_id: 'bad',
          is_error: true,
          content: `Exit code 1\n${Array.from({ length: 40 }, (_, line) => `row ${line}`).join('\n')}`,
        },
      ],
    },
  })
  log.answer({ type: 'text', text: 'Found it:\n\n- one\n- two' })
  call(log, 'agent', 'Task', { description: 'Look around', prompt: 'Look', subagent_type: 'Explore' })
  log.result('agent', [{ type: 'text', text: '## Summary\n\nNothing **else**.' }], {
    totalToolUseCount: 18,
    totalDurationMs: 112_000,
  })
  const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PIXEL } }
  log.add({
    type: 'user',
    message: { role: 'user', content: [{ type: 'text', text: 'And these?' }, image, image] },
  })
  log.answer({ type: 'text', text: 'Two dots.' })
}

describe.skipIf(IS_SKIPPED)('a session by turns', { timeout: PAGE_TIMEOUT_MS }, () => {
  const { visit, picture, checkAccess } = setUpWindow()

  it('tells the work between two texts in one line, which opens and closes and stays so', async () => {
    const log = createLog('work')
    addWork(log)
    const { page, faults } = await visit({ files: { [LOG]: toLines(log.entries) } })
    await page.locator('.session-row').first().click()
    await page.getByRole('heading', { name: 'Find the leak in the harbour', level: 2 }).waitFor()
    const group = page.getByRole('button', {
      name: /^Read 4 files · edited 1 file \+1 −1 · ran 1 command · 1 failed/,
    })
    await group.waitFor()
    // Of what is folded only what failed is there, with its last six lines.
    const steps = page.locator('[data-row=step]')
    expect(await steps.count()).toBe(1)
    await page.getByRole('button', { name: '35 earlier lines' }).waitFor()
    expect(await page.getByText(/stop hooks|left out|Load the whole|^Assistant$|^You$/).count()).toBe(0)
    expect(
      await page
        .locator('.markdown ul')
        .first()
        .evaluate(list => getComputedStyle(list).listStyleType),
    ).toBe('disc')
    await group.click()
    expect(await steps.count()).toBe(6)
    // The file's name is whole, its folders are told from the session's.
    const read = page.getByRole('button', { name: /^Read cmd\/hooks\/deep\/ ?one\.go/ })
    await read.click()
    await page.getByText('heron in one').waitFor()
    await picture(page, 'turns-open')
    await checkAccess(page)
    await read.press('ArrowLeft')
    expect(await page.getByText('heron in one').count()).toBe(0)
    await read.press('ArrowRight')
    await page.getByText('heron in one').waitFor()
    await page.reload()
    await page.getByText('heron in one').waitFor()
    await group.click()
    expect(await steps.count()).toBe(1)
    // J and K lead from turn to turn, X opens all of one, Enter on it does the same.
    await page.locator('.story-scroll').focus()
    await page.keyboard.press('g')
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await expect.poll(() => steps.count()).toBe(6)
    await page.getByRole('heading', { name: 'Summary' }).waitFor()
    await page.getByRole('button', { name: /^Explore Look around 18 calls · 1 min 52 s/ }).waitFor()
    await page.keyboard.press('x')
    await expect.poll(() => page.getByRole('heading', { name: 'Summary' }).count()).toBe(0)
    expect(faults).toEqual([])
  })

  it('enlarges pictures, and leads from one to the next', async () => {
    const log = createLog('pictures')
    addWork(log)
    const { page, faults } = await visit({ files: { [LOG]: toLines(log.entries) } })
    await page.locator('.session-row').first().click()
    await page.getByRole('button', { name: 'Enlarge image' }).first().click()
    await page.getByRole('dialog').getByRole('img').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await page.locator('.story-scroll').count()).toBe(1)
    expect(faults).toEqual([])
  })

  it('finds what is folded: opens it, shows the word, and folds it back', async () => {
    const log = createLog('found')
    addWork(log)
    for (let turn = 0; turn < 30; turn += 1) {
      log.say(`Question ${turn}`)
      log.answer({ type: 'text', text: `Answer ${turn}. ${'word '.repeat(80)}` })
    }
    const { page, faults } = await visit({ files: { [LOG]: toLines(log.entries) } })
    await page.locator('.session-row').first().click()
    await page.getByText('Answer 29.').waitFor()
    await page.keyboard.press('Control+f')
    await page.keyboard.type('hidden kestrel')
    await page.getByText(/^\d of 4$/).waitFor()
    const seen = (): Promise<boolean> =>
      page.evaluate(`(() => {
        const [range] = CSS.highlights.get('found-current') ?? []
        const list = document.querySelector('.story-scroll').getBoundingClientRect()
        const box = range?.getBoundingClientRect()
        return box !== undefined && box.height > 0 && box.top >= list.top + 40 && box.bottom <= list.bottom
      })()`)
    await expect.poll(seen, { timeout: 10_000 }).toBe(true)
    for (const count of [2, 3]) {
      await page.keyboard.press('Enter')
      await page.getByText(`${count} of 4`).waitFor()
      await expect.poll(seen, { timeout: 10_000 }).toBe(true)
    }
    await picture(page, 'turns-found')
    await checkAccess(page)
    await page.keyboard.press('Escape')
    await expect.poll(() => page.locator('[data-row=step]').count()).toBeLessThanOrEqual(1)
    expect(await page.locator('.story-scroll').count()).toBe(1)
    expect(faults).toEqual([])
  })

  it('has turns before the last compaction in one line each, and loads one when it is opened', async () => {
    const log = createLog('long')
    for (let turn = 1; turn <= 120; turn += 1) {
      log.say(`Question ${turn}`)
      log.answer({ type: 'text', text: `Answer ${turn}. ${'word '.repeat(400)}` })
      if (turn === 110)
        log.add({
          type: 'system',
          subtype: 'compact_boundary',
          content: 'Conversation compacted',
          compactMetadata: { trigger: 'auto', preTokens: 169_000 },
        })
    }
    const { page, faults } = await visit({ files: { [LOG]: toLines(log.entries) } })
    await page.locator('.session-row').first().click()
    await page.getByText('Answer 120.').waitFor()
    await page.getByText('120 turns').waitFor()
    await page.keyboard.press('g')
    const first = page.getByRole('button', { name: /^1 Question 1\b/ })
    await first.waitFor()
    await picture(page, 'turns-shut')
    await page.getByRole('button', { name: /^7 Question 7\b/ }).click()
    await page.getByText('Answer 7.').waitFor()
    await first.waitFor()
    await page.getByRole('button', { name: /^9 Question 9\b/ }).waitFor()
    expect(await page.getByText('Answer 8.').count()).toBe(0)
    // A long turn's prompt stays in sight.
    await page.locator('.story-scroll').hover()
    await page.mouse.wheel(0, 400)
    await page.locator('.story-stuck', { hasText: 'Question 7' }).waitFor()
    expect(faults).toEqual([])
  })
})
