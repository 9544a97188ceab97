import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeEditedSession } from '../edited-session.ts'
import { IS_SKIPPED, PAGE_TIMEOUT_MS, setUpWindow } from './window-kit.ts'

const ID = '7c2f0000-0000-4000-8000-00000000f11e'
const toLines = (entries: readonly object[]): string =>
  entries.map(entry => `${JSON.stringify(entry)}\n`).join('')

function filesOf(folder: string): Readonly<Record<string, string>> {
  const { entries, agent } = makeEditedSession(folder, ID)
  return {
    [`projects/-w/${ID}.jsonl`]: toLines(entries),
    [`projects/-w/${ID}/subagents/agent-${agent.id}.jsonl`]: toLines(agent.entries),
  }
}

describe.skipIf(IS_SKIPPED)('the files of a session in the window', { timeout: PAGE_TIMEOUT_MS }, () => {
  const { visit, picture, checkAccess } = setUpWindow()

  it('stand beside it with status, lines, commits and what was only read', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page, faults } = await visit({
        files: filesOf('/w'),
        context: { colorScheme, viewport: { width: 1440, height: 900 } },
      })
      await page.locator('.session-row').first().click()
      const panel = page.getByRole('complementary', { name: 'Session details' })
      await panel.getByText('4 files changed').waitFor()
      expect(await panel.getByRole('listitem').filter({ hasText: 'schedule.ts' }).textContent()).toMatch(
        /M\s*schedule\.ts\s*src\/horn\s*\+3\s*−2/,
      )
      expect(await panel.getByRole('img', { name: 'Deleted' }).count()).toBe(1)
      await panel.getByText('a41c9e2 in turn 1').waitFor()
      await panel.getByRole('button', { name: 'Also read 1 file' }).click()
      await panel.getByText('docs/only read.md').waitFor()
      await picture(page, `files-${colorScheme}`)
      await checkAccess(page)
      await panel.getByRole('tab', { name: 'Turns' }).click()
      await panel.getByText('Make the clock a file of its own').waitFor()
      expect(await panel.getByText('1 failed').count()).toBe(1)
      await picture(page, `turns-${colorScheme}`)
      await checkAccess(page)
      await panel.getByRole('tab', { name: 'Usage' }).press('Enter')
      await panel.getByRole('link', { name: 'All of this session’s usage' }).waitFor()
      await picture(page, `usage-${colorScheme}`)
      await checkAccess(page)
      expect(faults).toEqual([])
    }
  })

  it('are opened by D, word for word, and lead to the turn of each change', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page, faults } = await visit({
        files: filesOf('/w'),
        context: { colorScheme, viewport: { width: 1440, height: 900 } },
      })
      await page.locator('.session-row').first().click()
      await page.getByText('4 files changed').waitFor()
      await page.keyboard.press('d')
      const dialog = page.getByRole('dialog', { name: 'Files changed in this session' })
      await dialog.getByText('const origin = clock.now()').waitFor()
      expect(await dialog.locator('mark').allTextContents()).toEqual(
        expect.arrayContaining(['let', 'last', 'const', 'origin']),
      )
      await picture(page, `diff-${colorScheme}`)
      await checkAccess(page)
      await dialog.getByRole('button', { name: 'Side by side' }).first().click()
      await picture(page, `diff-split-${colorScheme}`)
      await checkAccess(page)
      await dialog.getByRole('button', { name: 'index.ts' }).click()
      await dialog.getByText('"./horn/schedule"').waitFor()
      await dialog.getByRole('button', { name: 'Go to turn 3' }).click()
      await dialog.waitFor({ state: 'hidden' })
      expect(faults).toEqual([])
    }
  })

  it('are copied as a patch that git applies', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'antiphon-patch-'))
    try {
      const { before, after } = makeEditedSession(folder, ID)
      for (const [name, text] of Object.entries(before)) {
        mkdirSync(dirname(join(folder, name)), { recursive: true })
        writeFileSync(join(folder, name), text)
      }
      const { page } = await visit({
        files: filesOf(folder),
        context: {
          viewport: { width: 1440, height: 900 },
          permissions: ['clipboard-read', 'clipboard-write'],
        },
      })
      await page.locator('.session-row').first().click()
      await page.getByRole('button', { name: 'Copy patch' }).click()
      await page.getByRole('button', { name: 'Patch copied' }).waitFor()
      const patch = String(await page.evaluate('navigator.clipboard.readText()'))
      execFileSync('git', ['init', '-q'], { cwd: folder })
      execFileSync('git', ['apply', '-'], { cwd: folder, input: patch })
      for (const [name, text] of Object.entries(after))
        expect([name, readFileSync(join(folder, name), 'utf8')]).toEqual([name, text])
      expect(existsSync(join(folder, 'src/util/interval.ts'))).toBe(false)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it('have a strip beside them with a tick a turn, in Chinese as well, and a sheet on a small screen', async () => {
    const { page, faults } = await visit({
      files: filesOf('/w'),
      context: { viewport: { width: 1100, height: 800 }, locale: 'zh-CN' },
    })
    await page.locator('.session-row').first().click()
    const strip = page.getByRole('navigation', { name: '会话时间线' })
    await strip.getByRole('button', { name: '第 2 轮, 1 次失败' }).waitFor()
    expect(await strip.getByRole('button', { name: /^第/ }).count()).toBe(3)
    expect(await page.locator('.timeline-compaction').count()).toBe(1)
    expect(await page.getByRole('complementary', { name: '会话详情' }).count()).toBe(0)
    await page.keyboard.press(']')
    const panel = page.getByRole('complementary', { name: '会话详情' })
    await panel.getByText('更改了 4 个文件').waitFor()
    await picture(page, 'files-sheet')
    await checkAccess(page)
    await panel.getByRole('button', { name: '关闭' }).click()
    await panel.waitFor({ state: 'hidden' })
    expect(faults).toEqual([])
  })
})
