import type { Suggester } from './suggester.ts'

/** The address that was typed. Nothing is fetched here: a server that fetches what a page names can be led anywhere; the model has a tool for it. */
export const suggestWeb: Suggester = (_, query) => {
  const url = readAddress(query.trim())
  if (url === null) return []
  return [
    {
      reference: { type: 'WebReference', url: url.href, displayType: 'TAG' },
      content: null,
      label: url.host,
      detail: url.href,
    },
  ]
}

function readAddress(text: string): URL | null {
  const whole = /^[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}(?:[/?#]\S*)?$/i.test(text) ? `https://${text}` : text
  if (!/^https?:\/\/\S+$/i.test(whole) || !URL.canParse(whole)) return null
  const url = new URL(whole)
  // A password has no business in a log.
  return url.username === '' && url.password === '' ? url : null
}
