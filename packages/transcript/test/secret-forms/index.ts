import { ASSIGNMENT_FORMS } from './assignment-forms.ts'
import { CARRIER_FORMS, WRAPPED_FORMS } from './carrier-forms.ts'
import { KEY_FORMS } from './key-forms.ts'
import { PLACE_FORMS } from './place-forms.ts'
import type { SecretForm } from './secret-form.ts'
import { VENDOR_FORMS } from './vendor-forms.ts'

export { HARMLESS_TEXTS } from './harmless-texts.ts'
export type { SecretForm } from './secret-form.ts'

/** Every form of secret that the export knows, each with a value of its own. */
export const SECRET_FORMS: readonly SecretForm[] = [
  ...VENDOR_FORMS,
  ...ASSIGNMENT_FORMS,
  ...PLACE_FORMS,
  ...KEY_FORMS,
  ...CARRIER_FORMS,
  ...WRAPPED_FORMS,
]

/** The parts of a form's secret that can still be read in what became of its text. */
export function findLeaks({ secrets, read }: SecretForm, redacted: string): readonly string[] {
  const seen = read ? redacted + read(redacted) : redacted
  return secrets.filter(secret => seen.includes(secret) || findPart(secret, seen))
}

const PART = 12

/** A secret of which a third is left is not redacted. */
function findPart(secret: string, seen: string): boolean {
  if (secret.length < 2 * PART) return false
  for (let start = 0; start + PART <= secret.length; start++)
    if (seen.includes(secret.slice(start, start + PART)) && !WORDS.test(secret.slice(start, start + PART)))
      return true
  return false
}

/** Prefixes of vendors may stay. */
const WORDS = /^[a-z_.-]*$/
