/** A request that is refused before anybody looks at what it says. */
export type EnvelopeCase = {
  readonly rule: string
  /** What is wrong with it. */
  readonly title: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array<ArrayBuffer>
}

const KEY = { 'x-api-key': 'k' }
const VERSION = { 'anthropic-version': '2026-10-21' }
const SOUND = { ...KEY, ...VERSION }

/** Headers that lack something, for a simulator that takes any key. */
export const HEADER_CASES: readonly EnvelopeCase[] = [
  { rule: 'ENV-05', title: 'no key', status: 401, headers: VERSION, body: '{}' },
  { rule: 'ENV-04', title: 'no version', status: 400, headers: KEY, body: '{}' },
  {
    rule: 'ENV-04',
    title: 'a version that nobody knows',
    status: 400,
    headers: { ...KEY, 'anthropic-version': '1999-01-01' },
    body: '{}',
  },
  {
    rule: 'ENV-06',
    title: 'betas that are no names',
    status: 400,
    headers: { ...SOUND, 'anthropic-beta': 'x; y' },
    body: '{}',
  },
  {
    rule: 'ENV-06',
    title: 'a beta that has the day of another',
    status: 400,
    headers: { ...SOUND, 'anthropic-beta': 'interleaved-thinking-2025-04-14' },
    body: '{}',
  },
]

/** Bodies that are no request, for a simulator that takes 4096 bytes. */
export const BODY_CASES: readonly EnvelopeCase[] = [
  { rule: 'ENV-03', title: 'no JSON', status: 400, headers: SOUND, body: '{"model"' },
  { rule: 'ENV-03', title: 'no text', status: 400, headers: SOUND, body: new Uint8Array([0x22, 0xff, 0x22]) },
  {
    rule: 'ENV-01',
    title: 'too much',
    status: 413,
    headers: SOUND,
    body: JSON.stringify({ text: 'x'.repeat(5000) }),
  },
  {
    rule: 'ENV-02',
    title: 'what cannot be unpacked',
    status: 400,
    headers: { ...SOUND, 'content-encoding': 'gzip' },
    body: 'not gzip',
  },
  {
    rule: 'ENV-02',
    title: 'an unknown packing',
    status: 400,
    headers: { ...SOUND, 'content-encoding': 'rot13' },
    body: 'x',
  },
]
