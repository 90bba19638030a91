#define _GNU_SOURCE
#include "Hooks.h"

// The lines of addresses in code, from the line tables that compilers leave in the file of an image (the section
// `.debug_line`, in DWARF 4 or 5), and the functions from its table of symbols. A file is mapped once; nothing of it is
// copied.

#ifdef __linux__
#include <fcntl.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct { const uint8_t *at, *end; } Bytes;

static uint64_t take(Bytes *bytes, size_t size) {
  uint64_t value = 0;
  if ((size_t)(bytes->end - bytes->at) < size) {
    bytes->at = bytes->end;
    return 0;
  }
  memcpy(&value, bytes->at, size < 8 ? size : 8);
  bytes->at += size;
  return value;
}

/// A number in groups of seven bits.
static uint64_t takeNumber(Bytes *bytes, bool isSigned) {
  uint64_t value = 0;
  int shift = 0;
  uint8_t byte = 0;
  do {
    byte = (uint8_t)take(bytes, 1);
    if (shift < 64) value |= (uint64_t)(byte & 0x7F) << shift;
    shift += 7;
  } while ((byte & 0x80) != 0);
  return isSigned && (byte & 0x40) != 0 && shift < 64 ? value | ~(uint64_t)0 << shift : value;
}

static const char *takeText(Bytes *bytes) {
  const char *text = (const char *)bytes->at;
  const void *end = memchr(bytes->at, 0, (size_t)(bytes->end - bytes->at));
  bytes->at = end == NULL ? bytes->end : (const uint8_t *)end + 1;
  return end == NULL ? "" : text;
}

// MARK: - Images

/// The tables of one compiled file, with the lowest and the highest address that it has lines of.
typedef struct { size_t offset; uint64_t low, high; } Unit;

typedef struct Image {
  struct Image *next;
  uintptr_t base;
  Bytes lines, lineTexts, texts, symbols, symbolNames;
  Unit *units;
  size_t count;
} Image;

static Image *images;

static Bytes sectionNamed(Bytes file, const char *name) {
  const ElfW(Ehdr) *header = (const void *)file.at;
  const ElfW(Shdr) *sections = (const void *)(file.at + header->e_shoff);
  size_t size = (size_t)(file.end - file.at);
  if (header->e_shoff + (uint64_t)header->e_shnum * sizeof(*sections) > size) return (Bytes){NULL, NULL};
  const ElfW(Shdr) *names = &sections[header->e_shstrndx];
  for (int number = 0; number < header->e_shnum; number += 1) {
    const ElfW(Shdr) *section = &sections[number];
    if (section->sh_type == SHT_NOBITS || (section->sh_flags & SHF_COMPRESSED) != 0) continue;
    if (section->sh_offset > size || section->sh_size > size - section->sh_offset) continue;
    if (strcmp((const char *)file.at + names->sh_offset + section->sh_name, name) != 0) continue;
    return (Bytes){file.at + section->sh_offset, file.at + section->sh_offset + section->sh_size};
  }
  return (Bytes){NULL, NULL};
}

static void readUnits(Image *image);

static Image *readImage(const char *path, uintptr_t base) {
  Image *image = calloc(1, sizeof(Image));
  if (image == NULL) abort();
  *image = (Image){.next = images, .base = base};
  images = image;
  struct stat status;
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return image;
  if (fstat(file, &status) == 0 && (size_t)status.st_size > sizeof(ElfW(Ehdr))) {
    void *start = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    if (start != MAP_FAILED && memcmp(start, ELFMAG, SELFMAG) == 0) {
      Bytes bytes = {start, (const uint8_t *)start + status.st_size};
      image->lines = sectionNamed(bytes, ".debug_line");
      image->lineTexts = sectionNamed(bytes, ".debug_line_str");
      image->texts = sectionNamed(bytes, ".debug_str");
      image->symbols = sectionNamed(bytes, ".symtab");
      image->symbolNames = sectionNamed(bytes, ".strtab");
    }
  }
  close(file);
  readUnits(image);
  return image;
}

typedef struct { uintptr_t address; Image *found; } Wanted;

static int findImage(struct dl_phdr_info *info, size_t size, void *context) {
  Wanted *wanted = context;
  for (int number = 0; number < info->dlpi_phnum; number += 1) {
    const ElfW(Phdr) *segment = &info->dlpi_phdr[number];
    if (segment->p_type != PT_LOAD || wanted->address - info->dlpi_addr - segment->p_vaddr >= segment->p_memsz) continue;
    for (Image *image = images; image != NULL; image = image->next) {
      if (image->base == info->dlpi_addr) wanted->found = image;
    }
    bool isProgram = info->dlpi_name == NULL || info->dlpi_name[0] == 0;
    if (wanted->found == NULL) {
      wanted->found = readImage(isProgram ? "/proc/self/exe" : info->dlpi_name, info->dlpi_addr);
    }
    return 1;
  }
  return 0;
}

static const Image *imageAt(uintptr_t address) {
  Wanted wanted = {.address = address};
  dl_iterate_phdr(findImage, &wanted);
  return wanted.found;
}

/// The function that an offset in the image is in; null if its name was not kept.
static const ElfW(Sym) *symbolAt(const Image *image, uint64_t offset) {
  const ElfW(Sym) *symbol = (const void *)image->symbols.at, *end = (const void *)image->symbols.end;
  for (; symbol + 1 <= end; symbol += 1) {
    if (ELF64_ST_TYPE(symbol->st_info) == STT_FUNC && offset - symbol->st_value < symbol->st_size) return symbol;
  }
  return NULL;
}

const char *sightSymbol(uintptr_t address) {
  const Image *image = imageAt(address);
  const ElfW(Sym) *symbol = image == NULL ? NULL : symbolAt(image, address - image->base);
  if (symbol == NULL || symbol->st_name >= (size_t)(image->symbolNames.end - image->symbolNames.at)) return NULL;
  return (const char *)image->symbolNames.at + symbol->st_name;
}

uintptr_t sightJump(uintptr_t address) {
#if defined(__x86_64__)
  static const uint8_t trap[] = {0x0F, 0x0B};
  const Image *image = imageAt(address);
  if (image == NULL || memcmp((const void *)address, trap, sizeof(trap)) != 0) return address;
  const ElfW(Sym) *symbol = symbolAt(image, address - image->base);
  const uint8_t *start = symbol == NULL ? NULL : (const uint8_t *)(image->base + symbol->st_value);
  for (const uint8_t *code = start; code != NULL && code + 6 <= start + symbol->st_size; code += 1) {
    int32_t distance;
    memcpy(&distance, code + 2, sizeof(distance));
    bool isNear = code[0] >> 4 == 0x7 && (uintptr_t)code + 2 + (uintptr_t)(int8_t)code[1] == address;
    bool isFar = code[0] == 0x0F && code[1] >> 4 == 0x8 && (uintptr_t)code + 6 + (uintptr_t)distance == address;
    if (isNear || isFar) return (uintptr_t)code;
  }
#endif
  return address;
}

// MARK: - Units

typedef struct {
  Bytes program, lengths, names;
  uint64_t version, offsetSize, opcodeBase, lineRange, shortest;
  int8_t lineBase;
} Header;

/// Takes a unit, whose program is left empty if its form is not known.
static Header takeHeader(Bytes *bytes) {
  Header header = {.offsetSize = 4};
  uint64_t length = take(bytes, 4);
  if (length == 0xFFFFFFFF) {
    header.offsetSize = 8;
    length = take(bytes, 8);
  }
  size_t left = (size_t)(bytes->end - bytes->at);
  Bytes unit = {bytes->at, bytes->at + (length < left ? length : left)};
  bytes->at = unit.end;
  header.version = take(&unit, 2);
  if (header.version < 4 || header.version > 5) return header;
  if (header.version == 5) take(&unit, 2);
  uint64_t size = take(&unit, header.offsetSize);
  left = (size_t)(unit.end - unit.at);
  header.program = (Bytes){unit.at + (size < left ? size : left), unit.end};
  header.shortest = take(&unit, 1);
  take(&unit, 2);
  header.lineBase = (int8_t)take(&unit, 1);
  header.lineRange = take(&unit, 1);
  header.opcodeBase = take(&unit, 1);
  header.lengths = (Bytes){unit.at, unit.end};
  take(&unit, header.opcodeBase == 0 ? 0 : header.opcodeBase - 1);
  header.names = (Bytes){unit.at, header.program.at};
  if (header.lineRange == 0) header.program.at = header.program.end;
  return header;
}

typedef struct { const char *name; uint64_t folder; } File;

/// Takes a table of DWARF 5 and returns its entry of that number.
static File takeTable(const Image *image, const Header *header, Bytes *bytes, uint64_t wanted) {
  enum { path = 1, folder = 2, text = 0x08, textAt = 0x0E, lineTextAt = 0x1F };
  File found = {"", 0};
  uint64_t formats = take(bytes, 1);
  Bytes format = *bytes;
  for (uint64_t left = 2 * formats; left > 0; left -= 1) takeNumber(bytes, false);
  uint64_t count = takeNumber(bytes, false);
  for (uint64_t number = 0; number < count && bytes->at < bytes->end; number += 1) {
    Bytes kinds = format;
    for (uint64_t left = formats; left > 0; left -= 1) {
      uint64_t kind = takeNumber(&kinds, false), form = takeNumber(&kinds, false), value = 0;
      const char *name = "";
      if (form == text) {
        name = takeText(bytes);
      } else if (form == textAt || form == lineTextAt) {
        Bytes texts = form == textAt ? image->texts : image->lineTexts;
        value = take(bytes, header->offsetSize);
        if (value < (uint64_t)(texts.end - texts.at)) {
          texts.at += value;
          name = takeText(&texts);
        }
      } else {
        // A number of one, two or sixteen bytes, or of as many as it needs.
        value = form == 0x0B ? take(bytes, 1) : form == 0x05 ? take(bytes, 2) : form == 0x1E ? take(bytes, 16)
            : takeNumber(bytes, false);
      }
      if (number == wanted && kind == path) found.name = name;
      if (number == wanted && kind == folder) found.folder = value;
    }
  }
  return found;
}

/// The name of a file, and of its folder.
static File fileNumbered(const Image *image, const Header *header, uint64_t wanted, const char **folder) {
  Bytes names = header->names;
  *folder = "";
  if (header->version == 5) {
    Bytes folders = names;
    takeTable(image, header, &names, 0);
    File file = takeTable(image, header, &names, wanted);
    *folder = takeTable(image, header, &folders, file.folder).name;
    return file;
  }
  File file = {"", 0};
  while (*takeText(&names) != 0) {}
  for (uint64_t number = 1; number <= wanted; number += 1) {
    file.name = takeText(&names);
    if (*file.name == 0) return file;
    file.folder = takeNumber(&names, false);
    takeNumber(&names, false);
    takeNumber(&names, false);
  }
  Bytes folders = header->names;
  for (uint64_t number = 1; number <= file.folder; number += 1) *folder = takeText(&folders);
  return file;
}

// MARK: - Rows

typedef struct { uint64_t address, file, line, column; } Row;

/// The last rows of the stretch of code that is being read, and what is looked for in it.
typedef struct {
  enum { mostRows = 64 } most;
  Row rows[mostRows];
  size_t count;
  /// Its first address, the one whose lines are offered, and the function of that.
  uint64_t start, wanted, low, high;
  /// The last address with a statement; what is before the first one of a function has the line of the function.
  uint64_t statement;
  bool isFound, isOver;
  /// The unit that the rows widen, if that is all they are read for.
  Unit *unit;
  const Image *image;
  const Header *header;
  void *context;
  bool (*offer)(void *context, const char *folder, const char *file, uint32_t line, uint32_t column);
} Stretch;

static bool offerRow(Stretch *stretch, Row row) {
  const char *folder;
  if (row.line == 0 || row.address < stretch->low || row.address >= stretch->high) return false;
  File file = fileNumbered(stretch->image, stretch->header, row.file, &folder);
  return stretch->offer(stretch->context, folder, file.name, (uint32_t)row.line, (uint32_t)row.column);
}

/// Adds a row. The stretch has the wanted address if a row is before it and the next one is not: then the rows before are
/// offered, the nearest first, and those after it. An address in front of the first statement is that statement's: there an
/// access to a variable begins that it changes.
static void addRow(Stretch *stretch, Row row, bool isLast) {
  bool isStatement = row.line != 0 && row.column != 0 && !isLast;
  if (stretch->count == 0) stretch->start = row.address;
  if (stretch->unit != NULL) {
    if (stretch->count == 0 && row.address != 0 && row.address < stretch->unit->low) stretch->unit->low = row.address;
    if (isLast && row.address > stretch->unit->high) stretch->unit->high = row.address;
  } else if (stretch->isFound) {
    stretch->isOver = isLast || offerRow(stretch, row);
  } else if (stretch->start <= stretch->wanted && row.address > stretch->wanted) {
    bool isInFunction = !isLast && row.address < stretch->high;
    bool isBefore = stretch->statement < stretch->low && isInFunction;
    if (isBefore && !isStatement) return;
    stretch->isFound = true;
    if (isBefore) stretch->isOver = offerRow(stretch, row);
    for (size_t back = 1; !stretch->isOver && back <= stretch->count && back <= mostRows; back += 1) {
      stretch->isOver = offerRow(stretch, stretch->rows[(stretch->count - back) % mostRows]);
    }
    stretch->isOver = stretch->isOver || isLast || offerRow(stretch, row);
  }
  if (isStatement) stretch->statement = row.address;
  stretch->rows[stretch->count % mostRows] = row;
  stretch->count = isLast ? 0 : stretch->count + 1;
}

static void readRows(const Header *header, Stretch *stretch) {
  const Row first = {.file = 1, .line = 1};
  Row row = first;
  Bytes program = header->program;
  while (program.at < program.end && !stretch->isOver) {
    uint64_t code = take(&program, 1);
    if (code >= header->opcodeBase) {
      code -= header->opcodeBase;
      row.address += code / header->lineRange * header->shortest;
      row.line += (uint64_t)(header->lineBase + (int64_t)(code % header->lineRange));
      addRow(stretch, row, false);
      continue;
    }
    switch (code) {
      case 0: {
        uint64_t size = takeNumber(&program, false), left = (uint64_t)(program.end - program.at);
        Bytes extended = {program.at, program.at + (size < left ? size : left)};
        program.at = extended.end;
        code = take(&extended, 1);
        if (code == 1) {
          addRow(stretch, row, true);
          row = first;
        } else if (code == 2) {
          row.address = take(&extended, (size_t)(extended.end - extended.at));
        }
        break;
      }
      case 1: addRow(stretch, row, false); break;
      case 2: row.address += takeNumber(&program, false) * header->shortest; break;
      case 3: row.line += takeNumber(&program, true); break;
      case 4: row.file = takeNumber(&program, false); break;
      case 5: row.column = takeNumber(&program, false); break;
      case 8: row.address += (255 - header->opcodeBase) / header->lineRange * header->shortest; break;
      case 9: row.address += take(&program, 2); break;
      default:
        for (uint8_t left = header->lengths.at[code - 1]; left > 0; left -= 1) takeNumber(&program, false);
    }
  }
}

static void readUnits(Image *image) {
  size_t capacity = 0;
  Bytes bytes = image->lines;
  while (bytes.at < bytes.end) {
    if (image->count == capacity) {
      capacity = capacity == 0 ? 64 : 2 * capacity;
      image->units = realloc(image->units, capacity * sizeof(Unit));
      if (image->units == NULL) abort();
    }
    Unit *unit = &image->units[image->count++];
    *unit = (Unit){.offset = (size_t)(bytes.at - image->lines.at), .low = UINT64_MAX};
    Header header = takeHeader(&bytes);
    Stretch stretch = {.unit = unit};
    readRows(&header, &stretch);
  }
}

/// Where to look for the await after which a task continues at an address: at the end of the part of its function before;
/// zero if there is none, because the function has just been called. The address itself if no task continues there.
static uintptr_t awaitBefore(const Image *image, uintptr_t address) {
  const ElfW(Sym) *symbol = symbolAt(image, address - image->base);
  const char *name = sightSymbol(address), *part = NULL;
  if (name == NULL || symbol->st_value != address - image->base) return address;
  for (const char *end = name; (end = strstr(end, "TY")) != NULL; end += 2) part = end;
  if (part == NULL) return address;
  if (strcmp(part, "TY0_") == 0) return 0;
  for (uintptr_t before = address - 1; address - before <= 32; before -= 1) {
    const char *other = sightSymbol(before);
    if (other != NULL) return strncmp(name, other, (size_t)(part - name)) == 0 ? before : address;
  }
  return address;
}

void sightLines(
    uintptr_t address, void *context,
    bool (*offer)(void *context, const char *folder, const char *file, uint32_t line, uint32_t column)) {
  const Image *image = imageAt(address);
  if (image == NULL || (address = awaitBefore(image, address)) == 0) return;
  Stretch stretch = {.image = image, .wanted = address - image->base, .context = context, .offer = offer};
  const ElfW(Sym) *symbol = symbolAt(image, stretch.wanted);
  stretch.low = symbol == NULL ? 0 : symbol->st_value;
  stretch.high = symbol == NULL ? UINT64_MAX : symbol->st_value + symbol->st_size;
  for (size_t number = 0; number < image->count && !stretch.isFound; number += 1) {
    const Unit *unit = &image->units[number];
    if (stretch.wanted < unit->low || stretch.wanted >= unit->high) continue;
    Bytes bytes = {image->lines.at + unit->offset, image->lines.end};
    Header header = takeHeader(&bytes);
    stretch.header = &header;
    stretch.count = 0;
    readRows(&header, &stretch);
  }
}

#else

const char *sightSymbol(uintptr_t address) { return sightFunction(address); }

uintptr_t sightJump(uintptr_t address) { return address; }

void sightLines(
    uintptr_t address, void *context,
    bool (*offer)(void *context, const char *folder, const char *file, uint32_t line, uint32_t column)) {}

#endif
