import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { createLog } from '../../../web/test/make-sessions.ts'
import { IS_SKIPPED, PAGE_TIMEOUT_MS, readListedRows, setUpWindow } from './window-kit.ts'

const { visit, picture, checkAccess } = setUpWindow()

const TOKEN = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`
const [ONE, OTHER] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222']
const pathOf = (id: string): string => `projects/-home-dev-harbour/${id}.jsonl`

/** A session that reads a key and edits a file, and ends with an answer. */
function writeSession(id: string, ...more: readonly (readonly [string, string])[]): string {
  const log = createLog(id)
  log.say('Why is the lamp in the harbour dark?')
  const input = {
    file_path: '/home/dev/harbour/lamp.ts',
    old_string: 'const light = "off"',
    new_string: 'const light = "on"',
  }
  log.answer({ type: 'tool_use', id: 't1', name: 'Edit', input })
  log.result('t1', 'done', {
    filePath: input.file_path,
    oldString: input.old_string,
    newString: input.new_string,
    originalFile: `${input.old_string}\n`,
  })
  log.answer({ type: 'text', text: `It was **off**. The key ${TOKEN} was in the file.` })
  for (const [asked, answer] of more) {
    log.say(asked)
    log.answer({ type: 'text', text: answer })
  }
  return log.entries.map(entry => `${JSON.stringify({ ...entry, cwd: '/home/dev/harbour' })}\n`).join('')
}

const FILES = {
  [pathOf(ONE)]: writeSession(ONE, ['Run all of the tests', 'All pass.'], ['Then push it', 'Pushed.']),
  [pathOf(OTHER)]: writeSession(
    OTHER,
    ['Look at the other lamps', 'They are fine.'],
    ['Run all of the tests', 'Two fail.'],
  ),
}

async function idOf(page: Page, session: string): Promise<string> {
  const row = (await readListedRows(page)).find(({ sessionId }) => sessionId === session)
  return row?.id ?? ''
}

async function goTo(page: Page, hash: string): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(hash)}`)
}

describe.skipIf(IS_SKIPPED)('sharing, comparing and replaying', { timeout: PAGE_TIMEOUT_MS }, () => {
  it('hands a session on without its secrets, and shows before what goes', async () => {
    const { page, faults } = await visit({ files: FILES })
    const id = await idOf(page, ONE)
    await goTo(page, `#/share/${id}`)
    const dialog = page.getByRole('dialog', { name: 'Share' })
    await dialog.getByText('1 secret will be removed').waitFor()
    const table = await dialog.getByRole('table').textContent()
    expect(table).toContain('github-token')
    expect(table).toContain('Answer · 2026-11-15 08:00')
    expect(table).toContain('[redacted:github-token]')
    expect(table).not.toContain('a1B2')
    await checkAccess(page)
    await picture(page, 'share-light')
    const fetchFile = async (): Promise<{ readonly name: string; readonly text: string }> => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        dialog.getByRole('link', { name: 'Download' }).click(),
      ])
      return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') }
    }
    const html = await fetchFile()
    expect(html.name).toBe('Why is the lamp in the harbour dark.html')
    expect(html.text).toContain('<h2>Why is the lamp in the harbour dark?</h2>')
    expect(html.text).toContain('[redacted:github-token]')
    expect(html.text).not.toContain(TOKEN)
    await dialog.getByRole('switch', { name: 'github-token' }).click()
    await dialog.getByText('0 secrets will be removed').waitFor()
    await dialog.getByRole('button', { name: 'Markdown' }).click()
    const markdown = await fetchFile()
    expect(markdown.text).toMatch(/^# Why is the lamp in the harbour dark\?\n/)
    expect(markdown.text).toContain(TOKEN)
    await dialog.getByRole('button', { name: 'Patch' }).click()
    expect((await fetchFile()).text).toBe(
      'diff --git a/lamp.ts b/lamp.ts\n--- a/lamp.ts\n+++ b/lamp.ts\n@@ -1,1 +1,1 @@\n-const light = "off"\n+const light = "on"\n',
    )
    await page.keyboard.press('Escape')
    await page.waitForURL(new RegExp(`#/session/${id}`))
    expect(faults).toEqual([])
  })

  it('calls compared sessions as every list does, whatever stands deep inside of a log', async () => {
    const lines = writeSession(ONE, ['And then', 'fog '.repeat(200_000)], ['Last', 'fog '.repeat(200_000)])
    const summary = { type: 'summary', summary: 'A name from the middle', leafUuid: OTHER }
    const middle = lines.indexOf('\n', lines.length / 2) + 1
    const log = `${lines.slice(0, middle)}${JSON.stringify(summary)}\n${lines.slice(middle)}`
    const { page, faults } = await visit({ files: { ...FILES, [pathOf(ONE)]: log } })
    const [one, other] = [await idOf(page, ONE), await idOf(page, OTHER)]
    await goTo(page, `#/compare/${one}/${other}`)
    const names = page.getByRole('main').getByRole('columnheader').getByRole('link')
    await names.nth(1).waitFor()
    await expect
      .poll(() => names.allTextContents())
      .toEqual(['Why is the lamp in the harbour dark?', 'Why is the lamp in the harbour dark?'])
    expect(faults).toEqual([])
  })

  it('puts two sessions side by side by what was asked', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page, faults } = await visit({ files: FILES, context: { colorScheme } })
      const [one, other] = [await idOf(page, ONE), await idOf(page, OTHER)]
      await goTo(page, `#/compare/${one}`)
      await page
        .getByRole('main')
        .getByRole('link', { name: /Why is the lamp/ })
        .click()
      await page.waitForURL(new RegExp(`#/compare/${one}/${other}`))
      const rows = page.getByRole('main').locator('ol > li')
      await rows.nth(3).waitFor()
      expect(await rows.locator('h3').allTextContents()).toEqual([
        'Why is the lamp in the harbour dark?',
        'Look at the other lamps',
        'Run all of the tests',
        'Then push it',
      ])
      expect(await rows.locator('h3 + p').allTextContents()).toEqual([
        'same answer',
        'only here',
        'answers differ',
        'only here',
      ])
      await page.getByText('lamp.ts').first().waitFor()
      await page.getByRole('switch', { name: 'Only what differs' }).click()
      expect(await rows.count()).toBe(3)
      await checkAccess(page)
      await picture(page, `compare-${colorScheme}`)
      expect(faults).toEqual([])
    }
  })

  it('tells a session again turn by turn, by keys and by itself', async () => {
    const { page, faults } = await visit({ files: FILES })
    await goTo(page, `#/replay/${await idOf(page, ONE)}`)
    const main = page.getByRole('main')
    await main.getByRole('heading', { level: 2, name: /Why is the lamp/ }).waitFor()
    expect(await main.getByText('It was').count()).toBe(0)
    await page.keyboard.press('ArrowRight')
    await main.getByText('Edited 1 file +1 −1').waitFor()
    await page.keyboard.press('ArrowRight')
    await main.getByText('It was').waitFor()
    await page.keyboard.press('n')
    await main.getByText('Turn 2 of 3', { exact: true }).waitFor()
    await page.keyboard.press('+')
    await page.keyboard.press('+')
    expect(await main.getByRole('button', { name: '4×' }).getAttribute('aria-pressed')).toBe('true')
    await page.keyboard.press('Space')
    await main.getByText('The end of the session').waitFor()
    expect(await main.getByText('Pushed.').count()).toBe(1)
    await page.keyboard.press('Home')
    await main.getByText('Turn 1 of 3', { exact: true }).waitFor()
    expect(await main.locator('[aria-live="polite"]').count()).toBe(1)
    await checkAccess(page)
    await picture(page, 'replay')
    expect(faults).toEqual([])
  })

  it('works on a phone and in Chinese', async () => {
    const { page } = await visit({
      files: FILES,
      context: { viewport: { width: 390, height: 844 }, locale: 'zh-CN', colorScheme: 'dark' },
    })
    const [one, other] = [await idOf(page, ONE), await idOf(page, OTHER)]
    for (const [hash, words] of [
      [`#/compare/${one}/${other}`, '回答不同'],
      [`#/replay/${one}`, '第 1 轮，共 3 轮'],
      [`#/share/${one}`, '将移除 1 处机密信息'],
    ] as const) {
      await goTo(page, hash)
      await page.getByText(words).first().waitFor()
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
      await checkAccess(page)
      await picture(page, `phone-${hash.split('/')[1]}`)
    }
  })
})
