import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { createLog, toLines, uuidOf } from '../../../web/test/make-sessions.ts'
import { writeLongLine } from '../write-long-line.ts'
import { choose, IS_SKIPPED, PAGE_TIMEOUT_MS, setUpWindow } from './window-kit.ts'

const LOG = `projects/-home-me/${uuidOf(1)}.jsonl`
/** Colouring it as Markdown takes time by the third power of its length: minutes for these bytes. */
const BOMB = '[a]('.repeat(7200)

describe.skipIf(IS_SKIPPED)('a window over texts that are slow to draw', { timeout: PAGE_TIMEOUT_MS }, () => {
  const { visit } = setUpWindow()

  async function visitAnswers(...answers: readonly string[]): Promise<{ page: Page; faults: string[] }> {
    const log = createLog('slow')
    log.say('Show me')
    for (const text of answers) log.answer({ type: 'text', text })
    const visited = await visit({ files: { [LOG]: toLines(log.entries) } })
    await visited.page.locator('.session-row').first().click()
    return visited
  }

  it('answers while a block of code is coloured that takes for ever, and colours the others', async () => {
    const { page, faults } = await visitAnswers(
      `Before it\n\n\`\`\`markdown\n${BOMB}\n\`\`\`\n`,
      'Behind it\n\n```ts\nconst after = 1\n```\n',
    )
    await page.getByText('Behind it').waitFor()
    await expectAnswers(page)
    // What is read is loaded whole by itself.
    await expect.poll(() => longestCode(page)).toBe(BOMB.length)
    await expectAnswers(page)
    await page.locator('.code-keyword', { hasText: 'const' }).waitFor()
    expect(await page.locator('.code').first().locator('span').count()).toBe(0)
    expect(faults).toEqual([])
  })

  it.each([
    ['ticks', '`'],
    ['quotations', '> '],
    ['columns', '|a'],
    ['words that are told apart', 'a*b* '],
  ])('answers over %s without end', async (_, piece) => {
    const table = piece.startsWith('|') ? `|a|\n|-|\n` : ''
    const { page, faults } = await visitAnswers(
      'The first',
      `${table}${piece.repeat(Math.floor(58_000 / piece.length))}`,
      'The last',
    )
    await page.getByText('The last').waitFor()
    await expectAnswers(page)
    await page.getByRole('button', { name: /Show (?:all|\d)/ }).click()
    await expectAnswers(page)
    expect(faults).toEqual([])
  })

  it('names a line that nobody can read, between those that are read, and lets it be downloaded', async () => {
    const { page, root, faults } = await visit({ files: { 'projects/-home-me/.keep': '' } })
    const { bytes } = writeLongLine(join(root, LOG), 70_000_000)
    await page.locator('.session-row').first().click()
    await page.getByText('A line of 67 MB (user) is too long to be read.').waitFor()
    for (const word of ['first', 'last'])
      await page.locator('[data-row=heading]').getByText(word, { exact: true }).waitFor()
    await page.locator('.timeline').waitFor()
    const line = page.locator('[data-kind=notice]', { hasText: 'A line of 67 MB' })
    await line.hover()
    await line.getByRole('button', { name: 'Raw JSON' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download (67 MB)' }).click()
    expect(statSync(await (await download).path()).size).toBe(bytes)
    await page.keyboard.press('Escape')
    await choose(page, '简体中文')
    await page.getByText('此行有 67 MB，过长，无法读取。').waitFor()
    expect(faults).toEqual([])
  })

  it('answers over output, files and changes of millions of characters, and says what it does not draw', async () => {
    const huge = 'x'.repeat(3_000_000)
    const log = createLog('huge')
    log.say('Show me')
    const call = (id: string, name: string, input: object): unknown =>
      log.answer({ type: 'tool_use', id, name, input })
    call('one', 'Bash', { command: 'print' })
    log.result('one', 'x', { stdout: `${huge}\n${'y\n'.repeat(300_000)}`, stderr: '' })
    call('two', 'Edit', { file_path: '/a.md', old_string: huge, new_string: 'z\n'.repeat(500_000) })
    log.result('two', 'done')
    const visited = await visit({ files: { [LOG]: toLines(log.entries) } })
    const { page, faults } = visited
    await page.locator('.session-row').first().click()
    await page.getByRole('button', { name: /^Edited 1 file/ }).waitFor()
    await page.keyboard.press('Shift+X')
    await page.locator('[data-kind=tool]').nth(1).waitFor()
    await expectAnswers(page)
    const buttons = page.getByRole('button', { name: /^Show (?:all|\d)/ })
    // The rest of what the page left out may still be on its way.
    await expect.poll(() => buttons.count(), { timeout: 20_000 }).toBeGreaterThan(0)
    for (let count = await buttons.count(); count > 0; count -= 1) {
      await buttons.first().click()
      await expect.poll(() => buttons.count(), { timeout: 20_000 }).toBeLessThan(count)
      await expectAnswers(page)
    }
    await page
      .getByText(/more characters$/)
      .first()
      .waitFor()
    const step = page.locator('[data-kind=tool]').nth(1)
    await step.getByRole('button', { name: /^Edit/ }).hover()
    await step.getByRole('button', { name: 'Raw JSON' }).first().click()
    await page
      .getByRole('dialog')
      .getByText(/more characters$/)
      .waitFor()
    await page.keyboard.press('Escape')
    // A letter that stands there a million times is marked often enough.
    await page.keyboard.press('/')
    await page.keyboard.type('x')
    await expect.poll(() => page.evaluate(`CSS.highlights.get('found')?.size`)).toBeGreaterThan(0)
    await expectAnswers(page)
    expect(faults).toEqual([])
  })
})

/** The page does what it is told: the sheet of keys opens and closes. */
async function expectAnswers(page: Page): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    await page.getByRole('button', { name: 'Keys', exact: true }).click()
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
}

async function longestCode(page: Page): Promise<number> {
  return await page.evaluate(
    `Math.max(...[...document.querySelectorAll('.code code')].map(code => code.textContent.length))`,
  )
}
