import { addContext, type ContextReference } from '@antiphon/core'
import { answerLine, toText, userLine } from '@antiphon/search/testing/usage/usage-lines'
import { describe, expect, it } from 'vitest'
import { IS_SKIPPED, PAGE_TIMEOUT_MS, setUpWindow } from './window-kit.ts'

const { visit, picture, checkAccess } = setUpWindow()

const LAMP: ContextReference = { type: 'FileReference', path: 'src/lamp.ts' }
const DIFF: ContextReference = { type: 'GitReference', gitType: 'DIFF' }

const SESSION = '11111111-0000-4000-8000-000000000001'
const at = (minute: number): string => new Date(Date.now() - minute * 60_000).toISOString()
const say = (words: string, contexts: readonly ContextReference[], minute: number): object => ({
  ...(userLine(addContext(words, contexts), at(minute)) as object),
  ...(contexts.length > 0 && { contexts }),
})

describe.skipIf(IS_SKIPPED)('what was attached', { timeout: PAGE_TIMEOUT_MS }, () => {
  it('is counted on the page of numbers, and found from there', async () => {
    const { page, faults } = await visit({
      files: {
        [`projects/-home-dev-harbour/${SESSION}.jsonl`]: toText([
          say('Explain the lamp', [LAMP, DIFF], 30),
          answerLine({ id: 'a1', at: at(29), usage: { input_tokens: 10, output_tokens: 5 } }),
          say('Now mend the lamp', [LAMP], 20),
          say('And without anything', [], 10),
        ] as Parameters<typeof toText>[0]),
      },
      route: '/numbers',
    })
    await page.getByText('What was attached to prompts').click()
    await page.getByText('3 times, 2 different things, in 2 prompts').waitFor()
    const table = page.getByRole('table', { name: 'What was attached to prompts' })
    expect(await table.getByRole('row').nth(1).textContent()).toMatch(/^📄 src\/lamp\.tsfile22/)
    await picture(page, 'numbers-references')
    await checkAccess(page)
    await table.getByRole('link', { name: /src\/lamp/ }).click()
    await page.getByRole('button', { name: 'context:file', pressed: true }).waitFor()
    await page.getByText('mend the').first().waitFor()
    expect(await page.locator('main').getByText('without anything').count()).toBe(0)
    await picture(page, 'search-context')
    expect(faults).toEqual([])
  })
})
