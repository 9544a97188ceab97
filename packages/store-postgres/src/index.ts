export { openStoreCare, type StoreCareOptions } from './care/store-care.ts'
export { hideSecrets, isStoreUrl } from './connection/server-address.ts'
export { openPostgresStore, type PostgresStoreOptions } from './postgres-store.ts'
