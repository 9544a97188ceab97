import { describe, expect, it } from 'vitest'
import { findOpener, openBrowser } from './open-browser.ts'

const url = 'http://127.0.0.1:1/#token=x'

describe('the browser', () => {
  it('is opened where there is a screen', () => {
    expect(findOpener(url, { platform: 'linux', env: { DISPLAY: ':0' } })).toEqual(['xdg-open', url])
    expect(findOpener(url, { platform: 'darwin', env: {} })).toEqual(['open', url])
    expect(findOpener(url, { platform: 'win32', env: {} })?.at(-1)).toBe(url)
    expect(findOpener(url, { platform: 'linux', env: {} })).toBeNull()
    expect(findOpener(url, { platform: 'linux', env: { DISPLAY: ':0', SSH_CONNECTION: 'x' } })).toBeNull()
  })

  it('that is not there fails nothing', async () => {
    const path = process.env.PATH
    process.env.PATH = ''
    openBrowser(url, { platform: 'linux', env: { DISPLAY: ':0' } })
    process.env.PATH = path
    await new Promise(resolve => setTimeout(resolve, 50))
  })
})
