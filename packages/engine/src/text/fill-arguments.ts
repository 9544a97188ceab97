/** Which places of a text a person's words go to. */
export type ArgumentPlaces = 'numbered' | 'whole'

/**
 * A text with what the person added: `$ARGUMENTS` is all of it, `$ARGUMENTS[0]` its first word or quoted text, and so is
 * `$1` where places are numbered; in a skill that is mostly a shell's. A text without any place has it at its end.
 */
export function fillArguments(text: string, args: string, places: ArgumentPlaces): string {
  return namesArguments(text, places) ? putArguments(text, args, places) : addArguments(text, args)
}

/** Whether a text says where a person's words belong. */
export function namesArguments(text: string, places: ArgumentPlaces): boolean {
  return PLACES[places].test(text)
}

/** Puts them at the end. */
export function addArguments(text: string, args: string): string {
  return args.trim() === '' ? text : `${text}\n\nARGUMENTS: ${args}`
}

/** Puts them into a part of a text: nothing is added where it names no place. */
export function putArguments(text: string, args: string, places: ArgumentPlaces): string {
  const words = splitArguments(args)
  const everyPlace = new RegExp(PLACES[places].source, 'g')
  return text.replaceAll(everyPlace, (_place, index?: string | number, position?: string | number) => {
    if (typeof index === 'string') return words[Number(index)] ?? ''
    // Where places are not numbered, an offset stands here.
    return typeof position === 'string' && places === 'numbered' ? (words[Number(position) - 1] ?? '') : args
  })
}

const PLACES: Readonly<Record<ArgumentPlaces, RegExp>> = {
  numbered: /\$ARGUMENTS(?:\[(\d{1,3})\])?(?![A-Za-z0-9_])|\$([1-9])(?!\d)/,
  whole: /\$ARGUMENTS(?:\[(\d{1,3})\])?(?![A-Za-z0-9_])/,
}

/** Words as a shell would part them, as far as quotes go. */
export function splitArguments(args: string): readonly string[] {
  return Array.from(args.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g), ([, double, single, plain]) =>
    String(double ?? single ?? plain ?? ''),
  )
}
