import { it } from 'vitest'

/**
 * A test that starts the product and finds requirements of the seeds at work for their real reason. `ids` are those of
 * docs/seeds.md; the page and the count that `npm test` prints are made from the names of these tests.
 */
export function requirement(
  ids: string | readonly string[],
  title: string,
  run: () => Promise<void>,
  timeout = 60_000,
): void {
  it(`${[ids].flat().map(toMark).join('')} ${title}`, { timeout }, run)
}

const toMark = (id: string) => `[${id}]`
