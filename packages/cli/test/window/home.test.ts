import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CORPUS, readCorpus } from '@antiphon/core/testing/corpus'
import { describe, expect, it } from 'vitest'
import { setUpChatPlaces } from './chat-place.ts'
import { IS_SKIPPED, PAGE_TIMEOUT_MS, setUpWindow } from './window-kit.ts'

const kit = setUpWindow()
const { visit, picture, checkAccess } = kit
const openPlace = setUpChatPlaces(kit)

const FILES = Object.fromEntries(
  CORPUS.filter(name => /entireio-cli-(f4237e82|deeac353|5e231473|d88bceb6)/.test(name)).map(
    (name, index) => [
      `projects/-home-dev-p${index % 2}/${name.replace('.jsonl.gz', '')}.jsonl`,
      readCorpus(name),
    ],
  ),
)

describe.skipIf(IS_SKIPPED)('the home page', { timeout: PAGE_TIMEOUT_MS }, () => {
  it('teaches in three steps where there is nothing yet', async () => {
    const { page, faults } = await visit({ files: {}, context: { colorScheme: 'dark' } })
    const main = page.getByRole('main', { name: 'Home' })
    await main.getByRole('heading', { name: 'No sessions yet' }).waitFor()
    expect(await main.getByRole('listitem').count()).toBe(3)
    expect(await main.getByRole('link', { name: 'New chat' }).getAttribute('href')).toBe('#/chat')
    await picture(page, 'home-empty')
    await checkAccess(page)
    expect(faults).toEqual([])
  })

  it('tells what ended and how, what was spent, and a year of it by pointer, keys and as a table', async () => {
    const { page, faults, foreign } = await visit({ files: FILES })
    const main = page.getByRole('main', { name: 'Home' })
    await main.getByText(/^No agent is working\. \$\d/).waitFor()
    await main.getByText(/^in \w+$/).waitFor()
    const recent = main.getByRole('list').first()
    expect(await recent.getByRole('listitem').count()).toBe(Object.keys(FILES).length)
    await recent
      .getByText(/^[+]\d/)
      .first()
      .waitFor()
    const heat = main.getByRole('slider', { name: /^Activity/ })
    await heat.focus()
    await page.keyboard.press('ArrowLeft')
    expect(await heat.getAttribute('aria-valuetext')).toMatch(/: (nothing|\d+ sessions?)/)
    await picture(page, 'home')
    await checkAccess(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await picture(page, 'home-dark')
    await checkAccess(page)
    await main.getByRole('button', { name: 'Table' }).click()
    await main.getByRole('columnheader', { name: 'Day' }).waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
    await picture(page, 'home-phone')
    expect([faults, foreign]).toEqual([[], []])
  })

  it('is in Chinese for who reads that', async () => {
    const { page } = await visit({ files: FILES, context: { locale: 'zh-CN' } })
    await page.getByRole('heading', { name: '最近完成' }).waitFor()
    await page.getByText(/^没有代理在工作。/).waitFor()
    await checkAccess(page)
  })

  it('shows who waits: a command of one line is allowed there, an edit is reviewed, both can be denied', async () => {
    const { page, folder, faults } = await openPlace({
      replies: [
        { calls: [{ name: 'Bash', input: { command: 'touch lamp && echo lit' } }] },
        { calls: [{ name: 'Write', input: { file_path: 'notes.md', content: 'x' } }] },
        'Done.',
      ],
    })
    const opened = await page.evaluate<{ readonly chat: string }>(
      `fetch('/api/chat/open', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ cwd: ${JSON.stringify(folder)} }) }).then(answer => answer.json())`,
    )
    await page.evaluate(
      `fetch('/api/chat/prompt', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ chat: ${JSON.stringify(opened.chat)}, uuid: crypto.randomUUID(), text: 'Light the lamp.', contexts: [] }) })`,
    )
    await page.evaluate(`location.hash = '#/'`)
    const card = page.getByRole('main').getByRole('article')
    await card.getByText('Waits for you').waitFor()
    await page.getByText(/^One agent waits for you\./).waitFor()
    await card.getByText('touch lamp && echo lit').waitFor()
    await picture(page, 'home-waits')
    await checkAccess(page)
    await card.getByRole('button', { name: 'Allow' }).click()
    // The next question is an edit, of which the card shows only the file.
    await card.getByRole('link', { name: 'Review edit' }).waitFor()
    expect(await card.getByRole('button', { name: 'Allow' }).count()).toBe(0)
    expect(await readFile(join(folder, 'lamp'), 'utf8')).toBe('')
    await card.getByRole('button', { name: 'Deny' }).click()
    await page.getByText(/^No agent is working\./).waitFor()
    await page.getByRole('main').getByText('Done.').waitFor()
    expect(faults).toEqual([])
  })
})
