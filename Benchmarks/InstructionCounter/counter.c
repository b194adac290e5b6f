// A plugin for qemu-user that counts the instructions that a program executes: `-plugin counter.so,to=FILE` writes the
// number to FILE when the program ends.
//
// Debian has the plugin interface in the package qemu-user, but no header for it. Source of the declarations: "QEMU TCG
// Plugins" in QEMU's documentation for developers, version 1 of the interface.

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef uint64_t plugin_id;
// A translated block: instructions that run one after the other.
struct qemu_plugin_tb;
enum inline_operation { add_uint64 };

extern void qemu_plugin_register_vcpu_tb_trans_cb(plugin_id, void (*)(plugin_id, struct qemu_plugin_tb *));
extern size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *);
extern void qemu_plugin_register_vcpu_tb_exec_inline(struct qemu_plugin_tb *, enum inline_operation, void *, uint64_t);
extern void qemu_plugin_register_atexit_cb(plugin_id, void (*)(plugin_id, void *), void *);

__attribute__((visibility("default"))) int qemu_plugin_version = 1;

static uint64_t count;
static FILE *file;

// From now on, each execution of the block adds its number of instructions.
static void on_translation(plugin_id id, struct qemu_plugin_tb *block) {
  (void)id;
  qemu_plugin_register_vcpu_tb_exec_inline(block, add_uint64, &count, qemu_plugin_tb_n_insns(block));
}

static void on_exit(plugin_id id, void *unused) {
  (void)id;
  (void)unused;
  fprintf(file, "%llu\n", (unsigned long long)count);
  fclose(file);
}

__attribute__((visibility("default"))) int qemu_plugin_install(
    plugin_id id, const void *info, int argument_count, char **arguments) {
  (void)info;
  if (argument_count != 1 || strncmp(arguments[0], "to=", 3) != 0) return -1;
  file = fopen(arguments[0] + 3, "w");
  if (!file) return -1;
  qemu_plugin_register_vcpu_tb_trans_cb(id, on_translation);
  qemu_plugin_register_atexit_cb(id, on_exit, NULL);
  return 0;
}
