import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { say, setUpChatPlaces } from './chat-place.ts'
import { IS_SKIPPED, PAGE_TIMEOUT_MS, setUpWindow } from './window-kit.ts'

const kit = setUpWindow()
const open = setUpChatPlaces(kit)
const { picture, checkAccess } = kit

const field = (page: Page): Locator => page.getByRole('textbox', { name: 'Message' })
const tags = (page: Page): Locator =>
  page.getByRole('list', { name: 'Context of the message' }).getByRole('listitem')
const option = (page: Page, name: string | RegExp): Locator => page.getByRole('option', { name })

const HOSTILE = 'img onerror=alert(1) \u202egnp.md'

describe.skipIf(IS_SKIPPED)('context in the window', { timeout: PAGE_TIMEOUT_MS }, () => {
  it('[000:396-398][000:400-413][000:415-422] is added by the button and by @, with the same tags and the same entry', async () => {
    const { page, faults, foreign, readLog } = await open({
      replies: ['One.', 'Two.'],
      project: {
        'src/main/Main.kt': 'fun main() {}\n',
        'build.gradle.kts': 'plugins {}\n',
        [HOSTILE]: 'x\n',
      },
    })
    // By the button: a fuzzy search, and a kind of which one is chosen.
    await page.getByRole('button', { name: 'Add context' }).click()
    const search = page.getByRole('combobox', { name: 'Search context' })
    await option(page, /^Symbol/).waitFor()
    await picture(page, 'context-kinds')
    await checkAccess(page)
    await search.fill('mnkt')
    await option(page, /^Main\.kt/).waitFor()
    await search.press('Enter')
    // The button closes what is still open.
    await tags(page).nth(0).waitFor()
    await search.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Add context' }).click()
    await option(page, /^Folder/).click()
    await search.fill('src')
    await option(page, /^src\//).click()
    await tags(page).nth(1).waitFor()
    expect(await tags(page).allTextContents()).toEqual(['Main.kt', expect.stringMatching(/^src/)])
    // Each with the sign of its kind.
    await tags(page).nth(0).getByRole('img', { name: 'File' }).waitFor()
    await tags(page).nth(1).getByRole('img', { name: 'Folder' }).waitFor()
    await say(page, 'Explain')
    await page.locator('.story').getByText('One.').waitFor()

    // By the sign: what is typed on filters, Enter takes, and the text is without it.
    await field(page).pressSequentially('@mnkt')
    await option(page, /^Main\.kt/).waitFor()
    expect(await field(page).getAttribute('aria-activedescendant')).not.toBeNull()
    await picture(page, 'context-mention')
    await checkAccess(page)
    await field(page).press('Enter')
    await field(page).pressSequentially('Explain')
    expect(await field(page).inputValue()).toBe('Explain')
    await field(page).pressSequentially(' @')
    await option(page, /^Folder/).waitFor()
    await field(page).press('ArrowDown')
    await field(page).press('ArrowDown')
    await field(page).press('Enter')
    expect(await field(page).inputValue()).toBe('Explain @')
    await field(page).pressSequentially('src')
    await option(page, /^src\//).click()
    await tags(page).nth(1).waitFor()
    await field(page).press('Backspace')
    expect(await tags(page).allTextContents()).toEqual(['Main.kt', expect.stringMatching(/^src/)])
    // Each with the sign of its kind.
    await tags(page).nth(0).getByRole('img', { name: 'File' }).waitFor()
    await tags(page).nth(1).getByRole('img', { name: 'Folder' }).waitFor()
    await picture(page, 'context-tags')
    await field(page).press('Enter')
    await page.locator('.story').getByText('Two.').waitFor()

    const prompts = (await readLog()).filter(
      ({ type, contexts }) => type === 'user' && contexts !== undefined,
    )
    const [first, second] = prompts.map(({ contexts, message }) => ({ contexts, message }))
    expect(prompts).toHaveLength(2)
    expect(second).toEqual(first)
    expect(first).toMatchObject({
      contexts: [
        { type: 'FileReference', path: 'src/main/Main.kt', displayType: 'TAG' },
        { type: 'FolderReference', displayType: 'TAG' },
      ],
    })
    expect(JSON.stringify(first)).toContain('> **上下文资料**\\n> \\n> - 📄 `src/main/Main.kt`')
    const above = page.getByRole('list', { name: 'Context', exact: true }).first().getByRole('listitem')
    expect(await above.allInnerTexts()).toEqual(['src/main/Main.kt', expect.stringMatching(/^src.* file/)])
    await above.first().getByRole('img', { name: 'File' }).waitFor()
    expect(await page.locator('.story').getByText('上下文资料').count()).toBe(0)

    // Escape leaves; a name that would like to be more is a name; a tag can be taken off again.
    await field(page).pressSequentially('@onerror')
    await option(page, /onerror=alert/).waitFor()
    await field(page).press('Escape')
    await option(page, /onerror/).waitFor({ state: 'detached' })
    expect(await field(page).inputValue()).toBe('@onerror')
    await field(page).fill('')
    await field(page).pressSequentially('@onerror')
    await option(page, /onerror=alert/).click()
    await picture(page, 'context-hostile')
    await page.getByRole('button', { name: /^Remove img/ }).click()
    expect(await tags(page).count()).toBe(0)
    expect([...faults, ...foreign]).toEqual([])
  })

  it('[000:487][000:490] has nine kinds, and all of them reach the log', async () => {
    const { page, faults, folder, readLog } = await open({
      context: { colorScheme: 'dark' },
      replies: [
        {
          calls: [
            {
              name: 'Bash',
              input: { command: 'echo "a.ts(3,5): error TS2304: no name" && ls', description: 'Look' },
            },
          ],
        },
        'Seen.',
        'All of them.',
      ],
      project: { 'src/lamp.ts': 'export function lightLamp(): void {}\n' },
    })
    const git = (...words: readonly string[]): unknown =>
      execFileSync('git', ['-c', 'user.name=me', '-c', 'user.email=me@example.com', ...words], {
        cwd: folder,
      })
    git('init', '-q')
    git('add', '.')
    git('commit', '-qm', 'Light the lamp')
    await writeFile(join(folder, 'README.md'), '# Harbour\nchanged\n')
    await say(page, 'Look')
    await page.locator('.story').getByText('Seen.').waitFor()

    const pick = async (kind: RegExp, query: string, choice: RegExp): Promise<void> => {
      await page.getByRole('button', { name: 'Add context' }).click()
      await option(page, kind).first().click()
      await page.getByRole('combobox', { name: 'Search context' }).fill(query)
      await option(page, choice).first().click()
    }
    await pick(/^File/, 'lamp', /lamp\.ts/)
    await pick(/^Folder/, 'src', /src/)
    await pick(/^Symbol/, 'lightLamp', /lightLamp/)
    await pick(/^Terminal output/, '', /echo/)
    await pick(/^Git/, '', /git diff HEAD/)
    await pick(/^Workspace/, '', /project/)
    await page.getByRole('button', { name: 'Add context' }).click()
    await option(page, /^Problems/).click()
    await option(page, /^Paste problems/).click()
    await page
      .getByLabel(/^Paste problems/)
      .last()
      .fill('a.ts: wrong\nb.ts: wrong, too')
    await page.getByLabel('It is an error').check()
    await picture(page, 'context-form')
    await checkAccess(page)
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await field(page).pressSequentially('@web')
    await option(page, /^Web page/).waitFor()
    await field(page).press('Enter')
    await page.getByRole('textbox', { name: 'Address' }).fill('javascript:alert(1)')
    await page.keyboard.press('Enter')
    await page.getByText('An address begins with').waitFor()
    await page.getByRole('textbox', { name: 'Address' }).fill('https://example.com/lamp')
    await page.getByLabel(/^Title/).fill('Lamps')
    await page.keyboard.press('Enter')
    expect(await field(page).inputValue()).toBe('')
    await page.evaluate(
      `getSelection().selectAllChildren(document.querySelector('[data-kind=answer] .markdown'))`,
    )
    await page.getByRole('button', { name: 'Add context' }).click()
    // The browser has forgotten the selection as soon as the picker's field has the focus; the picker has not.
    await expect.poll(() => page.evaluate(`String(getSelection())`)).toBe('')
    await option(page, /^Symbol/).hover()
    await option(page, /^Selection “Seen/).click()
    await tags(page).nth(8).waitFor()
    await picture(page, 'context-nine')
    await say(page, 'What is all this?')
    await page.locator('.story').getByText('All of them.').waitFor()
    await picture(page, 'context-sent')
    await checkAccess(page)

    const [prompt] = (await readLog()).filter(
      ({ type, contexts }) => type === 'user' && contexts !== undefined,
    )
    expect(prompt?.contexts).toMatchObject([
      { type: 'FileReference', path: 'src/lamp.ts' },
      { type: 'FolderReference', fileCount: 1 },
      { type: 'SymbolReference', name: expect.stringContaining('lightLamp'), line: 1 },
      { type: 'TerminalReference', isError: false },
      { type: 'GitReference', gitType: 'DIFF' },
      { type: 'WorkspaceReference' },
      { type: 'ProblemsReference', count: 2, severity: 'ERROR' },
      { type: 'WebReference', url: 'https://example.com/lamp', title: 'Lamps' },
      { type: 'SelectionReference' },
    ])
    const message = JSON.stringify(prompt?.message)
    for (const words of ['TS2304', '+changed', 'b.ts: wrong, too', 'Seen']) expect(message).toContain(words)
    expect(faults).toEqual([])
  })
})
