import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: [
      'src/**/*.test.ts',
      'scripts/**/*.test.ts',
      'eval/**/*.test.ts',
      'attack/**/*.test.ts',
      'test/**/*.test.ts',
    ],
    globalSetup: 'test/support/seeded-folder.ts',
    testTimeout: 30_000,
    reporters: ['default'],
  },
})
