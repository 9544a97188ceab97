declare module 'pgpass' {
  type Place = {
    readonly host: string
    readonly port: number
    readonly database: string
    readonly user: string
  }
  /** Reads the password file of the person; undefined where no line of it fits. */
  function pgpass(place: Place, told: (password: string | undefined) => void): void
  export = pgpass
}
