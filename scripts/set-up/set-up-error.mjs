/** What keeps the set-up from going on, in words for whoever started it; `code` is what the program ends with. */
export class SetUpError extends Error {
  constructor(message, code = 1) {
    super(message)
    this.name = 'SetUpError'
    this.code = code
  }
}
