// SPDX-License-Identifier: Apache-2.0
// Tables. The first byte of an input chooses the options, the rest is the file.
#include "engine/data/csv_dataset.h"
#include "tests/fuzz/input_file.h"

namespace laptime::fuzz {

std::vector<Bytes> seeds() {
    return {bytes_of(std::string("\0", 1) + "a,b,kind\n1,2.5,x\n2,,y\n3,-1e3,x\n4,\"7\",y\n"),
            bytes_of("\1age;city;price\n30;Rome;1,5\n31;\"a \"\"b\"\";c\";2,5\n;Oslo;3\n33;Rome;4,25\n"),
            bytes_of("\2"
                     "1\t2\t0\r\n3\t4\t1\r\n\"5\r\n\"\t6\t0\r\n7\t8\t1\r\n"),
            bytes_of("\3\xEF\xBB\xBFx,y\nn/a,1\nNaN,2\n\xC3\xA4,3\n?,4\n")};
}

std::vector<std::string> words() {
    return {",",
            ";",
            "\t",
            "\"",
            "\"\"",
            "\r\n",
            "\n",
            "NaN",
            "inf",
            "1e308",
            "1.797693134862315e+309",
            "n/a",
            "0x10",
            "\xEF\xBB\xBF",
            "1.234,5"};
}

void read(std::span<const unsigned char> input) {
    if (input.empty())
        return;
    const unsigned char choice = input[0];
    const InputFile file(input.subspan(1));
    DataOptions options;
    options.dataset = "csv:" + file.path();
    options.validation = 0.5;
    options.header = (choice & 2) == 0;
    options.task = choice & 4 ? "regression" : choice & 8 ? "classification" : "";
    if (choice & 16)
        options.delimiter = choice & 32 ? "tab" : ";";
    if (choice & 64)
        options.target = choice & 128 ? "1" : "a";
    open_csv(file.path(), options);
}

} // namespace laptime::fuzz
