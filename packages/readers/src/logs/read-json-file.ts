import { readFileSync } from 'node:fs'
import { parseJson } from '../json/fields.ts'

/** A file that is one JSON value; undefined where it is none, or not there. */
export function readJsonFile(path: string): unknown {
  try {
    return parseJson(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}
