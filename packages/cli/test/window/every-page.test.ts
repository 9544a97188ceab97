import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { findCutTexts, findEnglish, findForeignChrome, measureOverflow } from './page-checks.ts'
import { goToPlace, makeTableFiles, PLACES, readIds } from './page-table.ts'
import { IS_SKIPPED, PAGE_TIMEOUT_MS, setUpWindow } from './window-kit.ts'

const WIDE = { viewport: { width: 1440, height: 900 } }
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true }

describe.skipIf(IS_SKIPPED)('every page of the window', { timeout: PAGE_TIMEOUT_MS }, () => {
  const { visit, picture, checkAccess } = setUpWindow()

  /** Visits every place and says what a check finds there, by the name of the place. */
  async function look(
    name: string,
    context: BrowserContextOptions,
    check: (page: Page) => Promise<readonly string[]>,
  ): Promise<Readonly<Record<string, readonly string[]>>> {
    const { page, faults } = await visit({ files: makeTableFiles(), route: '/', context })
    const problems: string[] = []
    page.on('console', message => {
      if (message.type() === 'error') problems.push(message.text())
    })
    const ids = await readIds(page)
    const found: Record<string, readonly string[]> = {}
    for (const place of PLACES) {
      await goToPlace(page, place, ids)
      await picture(page, `${place.name}-${name}`)
      const all = [...(await check(page)), ...faults.splice(0), ...problems.splice(0)]
      if (all.length > 0) found[place.name] = all
    }
    return found
  }

  /** What axe finds, as words. */
  async function listBarriers(page: Page): Promise<readonly string[]> {
    try {
      await checkAccess(page)
      return []
    } catch (error) {
      const { actual } = error as { readonly actual?: readonly string[] }
      return actual ?? [String(error)]
    }
  }

  it('can be used by everybody in both themes, cuts no text without a way to read it, has no emoji and no native menu', async () => {
    const check = async (page: Page): Promise<readonly string[]> => {
      const found = [
        ...(await listBarriers(page)),
        ...(await findCutTexts(page)),
        ...(await findForeignChrome(page)),
      ]
      await page.emulateMedia({ colorScheme: 'dark' })
      const inTheDark = await listBarriers(page)
      await page.emulateMedia({ colorScheme: 'light' })
      return [...found, ...inTheDark.map(barrier => `dark: ${barrier}`)]
    }
    expect(await look('wide', { ...WIDE, colorScheme: 'light' }, check)).toEqual({})
  })

  it('fits a phone: nothing scrolls sideways, nothing is cut for good, everybody can use it', async () => {
    const check = async (page: Page): Promise<readonly string[]> => {
      const overflow = await measureOverflow(page)
      return [
        ...(overflow > 0 ? [`${overflow} pixels too wide`] : []),
        ...(await findCutTexts(page)),
        ...(await listBarriers(page)),
      ]
    }
    expect(await look('phone', PHONE, check)).toEqual({})
  })

  it('speaks Chinese where Chinese is wanted', async () => {
    expect(await look('chinese', { ...WIDE, locale: 'zh-CN' }, findEnglish)).toEqual({})
  })
})
