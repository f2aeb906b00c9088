import { statfsSync } from 'node:fs';
import os from 'node:os';

const megabyte = 1024 ** 2;

/** Settings of the embedded server, all supported by PostgreSQL 15. */
export type Settings = Record<string, string | number>;

/**
 * Settings for a laptop or small server that also runs the hosts.
 * @param port to listen on, on 127.0.0.1 only
 * @param memory bytes of the machine, or of the container if less
 */
export function settingsFor(port: number, memory = usableMemory()): Settings {
  return {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 120,
    password_encryption: 'scram-sha-256',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...memorySettings(memory),
    // Containers often have 64 MB of shared memory, too little for parallel queries.
    dynamic_shared_memory_type: sharedMemorySize() >= 256 * megabyte ? 'posix' : 'mmap',
    // Data is on solid-state disks nearly everywhere.
    random_page_cost: 1.1,
    effective_io_concurrency: 100,
    // Queries are short; JIT costs more than it saves.
    jit: 'off',
    wal_compression: 'on',
    max_wal_size: '2GB',
    min_wal_size: '160MB',
    checkpoint_timeout: '10min',
    autovacuum_naptime: '20s',
    autovacuum_vacuum_scale_factor: 0.05,
    autovacuum_analyze_scale_factor: 0.05,
    // A vanished client frees its connection within a minute.
    tcp_keepalives_idle: 30,
    tcp_keepalives_interval: 10,
    tcp_keepalives_count: 3,
    log_min_messages: 'warning',
    // Error details contain values, which may be personal data.
    log_error_verbosity: 'terse',
    log_line_prefix: '%m [%p] %d ',
  };
}

/** For tests, whose data needn't survive a power failure. */
export const carefree: Settings = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  shared_buffers: '256MB',
  // Six test files run at once, some with several API processes of their own.
  max_connections: 300,
  // The cluster may be in memory.
  max_wal_size: '512MB',
  autovacuum_naptime: '60s',
};

/** Formats the settings as a configuration file. */
export function asConfiguration(settings: Settings): string {
  const lines = Object.entries(settings).map(([name, value]) =>
    typeof value === 'number' ? `${name} = ${value}` : `${name} = '${value.replaceAll("'", "''")}'`,
  );
  return `${lines.join('\n')}\n`;
}

function memorySettings(memory: number): Settings {
  const gigabytes = memory / 1024 / megabyte;
  const shared = gigabytes >= 8 ? 1024 : gigabytes >= 4 ? 512 : gigabytes >= 2 ? 256 : 128;
  return {
    shared_buffers: `${shared}MB`,
    effective_cache_size: `${Math.max(256, Math.round(memory / 2 / megabyte))}MB`,
    work_mem: gigabytes >= 4 ? '32MB' : '8MB',
    maintenance_work_mem: gigabytes >= 4 ? '256MB' : '64MB',
  };
}

function sharedMemorySize(): number {
  try {
    const { blocks, bsize } = statfsSync('/dev/shm');
    return blocks * bsize;
  } catch {
    return 0;
  }
}

function usableMemory(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, os.totalmem()) : os.totalmem();
}
