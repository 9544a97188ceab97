import { Readable } from 'node:stream'
import type { Io } from '@antiphon/host'
import { describe, expect, it } from 'vitest'
import { chooseStore } from './store-flag.ts'

const URL = 'postgres://ana@there/team'
const output = { write: async () => {}, isTerminal: false, columns: () => undefined }

function ioWith(env: Readonly<Record<string, string>>): Io {
  return {
    ...{ env, stdout: output, stderr: output, stdin: Readable.from([]), onClosedOutput: () => {} },
    signal: new AbortController().signal,
  }
}

describe('chooseStore', () => {
  it('takes the flag off a line, in both spellings, and leaves what stands behind --', () => {
    for (const argv of [
      ['show', '--store', URL, 'abcd'],
      ['show', `--store=${URL}`, 'abcd'],
    ]) {
      const choice = chooseStore(argv, 'show', ioWith({}))
      expect(choice.argv).toEqual(['show', 'abcd'])
      expect(choice.io.env.ANTIPHON_STORE).toBe(URL)
    }
    expect(chooseStore(['--store', URL], '', ioWith({}))).toMatchObject({ argv: [], note: null })
    const prompt = ['-p', '--', '--store', URL]
    expect(chooseStore(prompt, '-p', ioWith({})).argv).toEqual(prompt)
  })

  it('goes before the variable, and needs an address', () => {
    expect(
      chooseStore(['ls', '--store', URL], 'ls', ioWith({ ANTIPHON_STORE: 'x' })).io.env.ANTIPHON_STORE,
    ).toBe(URL)
    expect(() => chooseStore(['ls', '--store'], 'ls', ioWith({}))).toThrow('needs the address')
  })

  it('is refused where a command knows no store, and a variable is named there', () => {
    expect(() => chooseStore(['rename', 'a', 'b', '--store', URL], 'rename', ioWith({}))).toThrow(
      'knows no store yet',
    )
    const choice = chooseStore(['rename', 'a', 'b'], 'rename', ioWith({ ANTIPHON_STORE: URL }))
    expect(choice.io.env.ANTIPHON_STORE).toBeUndefined()
    expect(choice.note).toContain('works on the files of this machine')
    expect(chooseStore(['man'], 'man', ioWith({ ANTIPHON_STORE: URL })).note).toBeNull()
  })
})
