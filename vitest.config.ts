import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: [
      'src/**/*.test.ts',
      'axioms/**/*.test.ts',
      'scripts/**/*.test.ts',
      'eval/**/*.test.ts',
      'attack/**/*.test.ts',
      'test/**/*.test.ts',
    ],
    // Every core: by default one is left free, and half of two is half the speed.
    maxWorkers: '100%',
    globalSetup: 'test/support/seeded-folder.ts',
    // A net for what hangs. Tests wait for conditions; on a busy machine any of them may take long.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    teardownTimeout: 60_000,
    reporters: ['default'],
  },
})
