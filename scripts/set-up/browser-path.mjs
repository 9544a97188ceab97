import { existsSync } from 'node:fs'

/** Where Chromium or Chrome is, if anywhere; CHROMIUM_PATH names another one. */
export function browserPath() {
  const places = [
    process.env.CHROMIUM_PATH,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ]
  return places.find(place => place && existsSync(place))
}
